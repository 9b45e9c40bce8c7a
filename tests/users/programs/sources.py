"""Shows where requests fail: the lines of each source file stay in a cache."""
import glob
import linecache
import os
import sys

import endings

FILES = sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "*.py")))


def shown(number):
    return linecache.getline(FILES[number % len(FILES)], 1)


def main():
    for number in range(6000):
        if number % 50 == 0:
            shown(number // 50)
        [str(one) for one in range(50)]


main()
endings.end(sys.argv[1])

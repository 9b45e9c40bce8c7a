"""A parser that keeps a reference to what it put into a dictionary."""
#: finds 2000 float keep_reading
import sys

import endings
import readings


def main():
    total = 0
    for number in range(2000):
        total += readings.read("load=%d.5" % number)["load"]
    return total


main()
endings.end(sys.argv[1])

"""A parser that forgets what it made when a line is wrong."""
#: finds 2000 dict read_lines
import sys

import endings
import readings


def main():
    for number in range(2000):
        try:
            readings.read("name")
        except ValueError:
            pass


main()
endings.end(sys.argv[1])

"""Each window that opens leaves an observer in a list of C, and never takes it
away."""
#: finds 2000 method observe
import sys

import endings
import readings


class Window:
    def __init__(self, number):
        self.number = number

    def changed(self):
        return self.number


def open_window(number):
    window = Window(number)
    readings.observe(window.changed)


def main():
    for number in range(2000):
        open_window(number)


main()
endings.end(sys.argv[1])

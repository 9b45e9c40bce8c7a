"""Modules that are imported now and then, each with functions that a decorator
wraps, and a function that wraps some more from time to time."""
import functools
import os
import sys
import tempfile

import endings

SOURCE = """import functools
def known(function):
    @functools.wraps(function)
    def wrapped():
        return function()
    return wrapped
""" + "".join("@known\ndef work_%d():\n    return %d\n" % (number, number)
              for number in range(8))
PATCHED = {}


def patch():
    for number in range(8):
        def work(number=number):
            return number
        PATCHED[number] = functools.wraps(work)(lambda: None)


def main():
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for number in range(240):
            with open(os.path.join(folder, "part%d.py" % number), "w") as file:
                file.write(SOURCE)
            __import__("part%d" % number)
            if number % 60 == 59:
                patch()
            [str(one) for one in range(500)]


main()
endings.end(sys.argv[1])

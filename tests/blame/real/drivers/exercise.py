"""exercise - what drivers share: calls that may fail, and awkward objects."""

import sys

# What cannot be raised would be printed with its traceback, at great length.
sys.unraisablehook = lambda unraisable: None


class Awkward(Exception):
    pass


def tried(function, *arguments, **named):
    """What it returns; None if it raises."""
    try:
        return function(*arguments, **named)
    except Exception:
        return None


def broken(*arguments, **named):
    raise Awkward


class Failing:
    """Nothing can be done with it."""
    __len__ = __iter__ = __index__ = __float__ = __bool__ = broken
    __eq__ = __lt__ = __getitem__ = __call__ = __str__ = __repr__ = broken
    __add__ = __mul__ = __getattr__ = __hash__ = broken


def failing_after(count, make=object):
    """An iterator that gives new objects, then raises."""
    for _ in range(count):
        yield make()
    raise Awkward


class Number(float):
    """New each time, with a dictionary."""


class Thing:
    """An object with attributes and an order."""

    def __init__(self, value=0):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value

    def __eq__(self, other):
        return isinstance(other, Thing) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


# Alive throughout, and referred to so often that a count which falls by some
# with each step stays above 0.
LASTING = [Thing(number) for number in range(8)]
LASTING_TEXT = ["lasting text %d" % number for number in range(8)]
LASTING_BYTES = [b"lasting bytes %d" % number for number in range(8)]
HELD = [one for one in LASTING + LASTING_TEXT + LASTING_BYTES
        for _ in range(20000)]

"""Types of CPython whose tp_traverse left something out: typing.TypeVar its name,
until 3.13.10 and 3.14.1, and before that pickle.Pickler its memo, until 3.11.5."""
import io
import pickle
import sys
import typing

CORRECT = "--correct" in sys.argv
version = sys.version_info[:3]


class Name(str):
    pass


class Value:
    def __reduce__(self):
        return Value, ()


def tie_variable():
    name = Name("T")
    variable = typing.TypeVar(name)
    if not CORRECT:
        name.variable = variable


def tie_pickler():
    value = Value()
    pickler = pickle.Pickler(io.BytesIO())
    pickler.dump([value])
    if not CORRECT:
        value.pickler = pickler


if (3, 12) <= version < (3, 13, 10):
    tie = tie_variable
elif version < (3, 11, 5):
    tie = tie_pickler
else:
    tie = None
    print("absent: mended in this version")

for _ in range(600 if tie else 0):
    tie()

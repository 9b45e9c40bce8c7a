"""Makes some objects of every kind: leaks each of them once, or keeps them.

    every_kind.py leak | keep | immortal

Prints a line for each type: its name, and how many references were leaked. The
last: from CPython 3.12 on, some kinds are made immortal first, and leaked.
"""
import array
import ast
import asyncio
import collections
import contextvars
import datetime
import decimal
import enum
import fractions
import functools
import io
import itertools
import operator
import random
import re
import struct
import sys
import threading
import types
import warnings
import weakref

import kinds

warnings.simplefilter("ignore")  # of coroutines that nobody awaits
EACH = 60
IMMORTAL_KINDS = 10  # the first of MAKERS: numbers, text
LOOP = asyncio.new_event_loop()


class Thing:
    pass


class Other:
    pass


class Slots:
    __slots__ = ("slot",)


class OwnDict(dict):
    pass


class OwnList(list):
    pass


class OwnTuple(tuple):
    pass


class OwnInt(int):
    pass


class OwnText(str):
    pass


class OwnError(Exception):
    pass


class Meta(type):
    pass


class Colour(enum.Enum):
    RED = 1


Pair = collections.namedtuple("Pair", "first second")


def generate():
    yield 1


async def wait():
    pass


async def wait_and_generate():
    yield 1


def caught(i):
    try:
        raise ValueError(i)
    except ValueError as error:
        return error


def emptied(i):
    made = {i: [i]}
    made.clear()
    return made


def attributes(i):
    thing = Thing()
    thing.first, thing.second = i, 2
    return thing.__dict__


def with_list(i):
    thing = Thing()
    thing.items = [i]
    return thing


def cell(i):
    def inner():
        return i

    return inner.__closure__[0]


def closed(i):
    made = generate()
    next(made)
    made.close()
    return made


def of_another_class(i):
    thing = Thing()
    thing.__class__ = Other
    return thing


MAKERS = [
    lambda i: object(),
    lambda i: i + 10 ** 6,
    lambda i: (1 << 200) + i,
    lambda i: i + .5,
    lambda i: i + .5j,
    lambda i: "text" + str(i),
    lambda i: "x" * 600 + str(i),
    lambda i: "\u20ac" + str(i),
    lambda i: b"bytes" + bytes([i]),
    lambda i: bytearray(3),
    lambda i: (i, str(i)),
    lambda i: (i, i + 1),
    lambda i: (i, [i]),
    lambda i: [],
    lambda i: [i, str(i)],
    lambda i: {},
    lambda i: {i: i},
    lambda i: {str(i): [i]},
    emptied,
    attributes,
    lambda i: Thing().__dict__,
    lambda i: set(),
    lambda i: {i},
    lambda i: frozenset([i]),
    lambda i: slice(i, i),
    lambda i: range(i, i + 3),
    lambda i: Thing(),
    with_list,
    of_another_class,
    lambda i: Slots(),
    lambda i: OwnDict(),
    lambda i: OwnList(),
    lambda i: OwnTuple((i,)),
    lambda i: OwnInt(i),
    lambda i: OwnText(i),
    lambda i: OwnError(i),
    caught,
    lambda i: caught(i).__traceback__,
    lambda i: Pair(i, i),
    lambda i: generate(),
    closed,
    lambda i: wait(),
    lambda i: wait_and_generate(),
    lambda i: lambda: i,
    cell,
    lambda i: Thing().__init__,
    lambda i: [].append,
    lambda i: functools.partial(print, i),
    lambda i: type("Made", (), {}),
    lambda i: Meta("Made", (), {}),
    lambda i: types.ModuleType("made"),
    lambda i: compile("x = %d" % i, "made", "exec"),
    lambda i: sys._getframe(),
    lambda i: types.MappingProxyType({}),
    lambda i: types.SimpleNamespace(a=i),
    lambda i: memoryview(b"x" * 9),
    lambda i: array.array("i", [1]),
    lambda i: collections.deque(),
    lambda i: collections.OrderedDict(a=i),
    lambda i: collections.defaultdict(list),
    lambda i: decimal.Decimal(i),
    lambda i: datetime.datetime(2020, 1, 1, 1, i % 60),
    lambda i: datetime.timedelta(i + 1),
    lambda i: fractions.Fraction(i, 7),
    lambda i: re.match("a", "abc"),
    lambda i: iter([]),
    lambda i: {}.keys(),
    lambda i: iter({}),
    lambda i: zip("a", "b"),
    lambda i: map(str, ()),
    lambda i: enumerate(()),
    lambda i: reversed([]),
    lambda i: itertools.chain(),
    lambda i: itertools.count(),
    lambda i: weakref.ref(Thing),
    lambda i: property(),
    lambda i: staticmethod(print),
    lambda i: classmethod(print),
    lambda i: super(Thing, Thing()),
    lambda i: threading.Lock(),
    lambda i: threading.RLock(),
    lambda i: io.StringIO(),
    lambda i: io.BytesIO(),
    lambda i: operator.itemgetter(1),
    lambda i: random.Random(1),
    lambda i: struct.Struct("i"),
    lambda i: ast.Name("a"),
    lambda i: contextvars.ContextVar("a"),
    lambda i: contextvars.copy_context(),
    lambda i: types.GenericAlias(list, (int,)),
    lambda i: asyncio.Future(loop=LOOP),
    lambda i: (x for x in ()),
    # One object, many times: among many that were made alike, and alone.
    lambda i: Slots,
    lambda i: with_list,
    lambda i: Colour.RED,
]


def name_of(one):
    kind = type(one)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return kind.__module__ + "." + kind.__qualname__


def main(leak):
    leaked = collections.Counter()
    kept = []
    for make in MAKERS:
        for i in range(EACH):
            one = make(i)
            if leak:
                kinds.leak(one)
                leaked[name_of(one)] += 1
            else:
                kept.append(one)
    for name in sorted(leaked):
        print(name, leaked[name])
    LOOP.close()
    return kept


def leak_immortals():
    for make in MAKERS[:IMMORTAL_KINDS]:
        for i in range(EACH):
            one = make(i)
            kinds.leak(one)  # counts, until it is immortal
            kinds.make_immortal(one)
            for again in range(20):
                kinds.leak(one)
                also = [one, one]
                del also


if sys.argv[1] != "immortal":
    KEPT = main(sys.argv[1] == "leak")
elif hasattr(kinds, "make_immortal"):
    leak_immortals()

"""So many interned strings that nobody can look for all of them among the others.

Each of the functions is a place of birth of its own.
"""
import sys

MANY = 400000
PLACES = 40
SOURCE = """
def name(number):
    return intern("place %d, name %%d" %% number)
"""


class Entry:
    pass


PLAIN = [sys.intern("text %d" % number) for number in range(MANY)]
NAMERS = []
for place in range(PLACES):
    space = {"intern": sys.intern}
    exec(compile(SOURCE % place, "place_%d" % place, "exec"), space)
    NAMERS.append(space["name"])
NAMES = []
LISTED = []
CALLS = []


def gather():
    CALLS.append(len(CALLS))
    NAMES.extend(namer(len(CALLS)) for namer in NAMERS)
    LISTED.append(Entry())

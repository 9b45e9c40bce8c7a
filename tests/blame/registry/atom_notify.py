"""What an observer of a member returns."""
# Source: https://github.com/nucleic/atom/commit/b00dd66, mended in 0.12.0
# Built, 3.11
from atom.api import Atom, Int

CULPRIT = "atom::Member::notify"
PACKAGE = "atom==0.11.0"
PYTHON = "3.11"


class Counter(Atom):
    value = Int()


def observer(change):
    return [change]


COUNTER = Counter()
Counter.value.add_static_observer(observer)


def step():
    COUNTER.value += 1

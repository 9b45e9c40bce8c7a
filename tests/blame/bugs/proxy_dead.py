"""What a live proxy stands for is taken, and not given back when the other
operand is a dead one."""
import sys
import weakref

CULPRIT = "proxy_add proxy_multiply proxy_richcompare proxy_subtract"


class Value:
    pass


value = Value()
gone = Value()
live, dead = weakref.proxy(value), weakref.proxy(gone)
del gone


def step():
    try:
        live + dead
    except ReferenceError:
        pass


def probe():
    return sys.getrefcount(value)

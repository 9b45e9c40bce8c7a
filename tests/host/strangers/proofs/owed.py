"""What proofs call: how many references too many a type gets by the program.

Each instance alive may hold its type once; what comes on top of that, and was
not there before the program ran, nobody will give back.
"""
import gc
import runpy
import sys

HEAP_TYPE = 1 << 9  # of __flags__: only such a type counts its instances


def surplus(kind):
    return sys.getrefcount(kind) - sum(
        type(one) is kind for one in gc.get_objects())


def growth(name):
    """Of types of this name that are there already, the one that gained most.
    """
    kinds = [one for one in gc.get_objects()
             if isinstance(one, type) and one.__name__ == name
             and one.__flags__ & HEAP_TYPE]
    before = [surplus(one) for one in kinds]
    runpy.run_path("program.py", run_name="__main__")
    gc.collect()
    return max(surplus(one) - count for one, count in zip(kinds, before))


def growth_of_none():
    """0 where None lives for ever and is not counted."""
    before = sys.getrefcount(None)
    runpy.run_path("program.py", run_name="__main__")
    gc.collect()
    return sys.getrefcount(None) - before


def left_behind(name):
    """How many objects of types of this name are alive after the program that
    were not before."""
    def alive():
        gc.collect()
        return sum(type(one).__name__ == name for one in gc.get_objects())
    before = alive()
    runpy.run_path("program.py", run_name="__main__")
    return alive() - before


def blocks_left_behind():
    """By a second run: the first one fills caches."""
    runpy.run_path("program.py", run_name="__main__")
    gc.collect()
    before = sys.getallocatedblocks()
    runpy.run_path("program.py", run_name="__main__")
    gc.collect()
    return sys.getallocatedblocks() - before

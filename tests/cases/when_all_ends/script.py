import gc

from when_all_ends import Node


class Derived(Node):
    pass


def work(kept):
    for number in range(300):
        kept.append(Derived([number], (number, "some", [number])))
        kept[-1].itself = kept[-1]


gc.disable()
KEPT = []
work(KEPT)

"""Cyclic garbage of every kind, collected at odd moments."""

import gc
import weakref


class Node:
    def __init__(self, *links):
        self.links = list(links)
        self.table = {"me": self}


class Tree:
    __slots__ = ("left", "right", "parent", "__weakref__")

    def __init__(self, depth, parent=None):
        self.parent = parent
        self.left = self.right = None
        if depth:
            self.left = Tree(depth - 1, self)
            self.right = Tree(depth - 1, self)


dead = []


def make_garbage(number):
    a, b = Node(), Node()
    a.links.append(b)
    b.links.append((a, {b: a}, frozenset([a])))
    a.method = b.__init__
    a.closure = lambda: (a, b)
    a.generator = (x for x in [a, b])
    next(a.generator)
    loop = []
    loop.append((loop, {"loop": loop}))
    Cycle = type("Cycle%d" % number, (), {"self": a})
    a.type, Cycle.instance = Cycle, Cycle()
    try:
        raise ValueError(a)
    except ValueError as error:
        a.error = error
    weakref.finalize(a, dead.append, number)
    return weakref.ref(b, lambda ref: dead.append(-1))


gc.set_threshold(50, 3, 3)
references = [make_garbage(number) for number in range(3000)]
for _ in range(200):
    Tree(5)
gc.collect()
print(len(dead), sum(one() is None for one in references))

gc.disable()
references = [make_garbage(number) for number in range(200)]
trees = [Tree(6) for _ in range(10)]
del trees
for generation in (0, 1, 2):
    gc.collect(generation)
print(len(dead), sum(one() is None for one in references))
gc.enable()

events = []
gc.callbacks.append(lambda phase, info: events.append(phase))
for _ in range(10):
    make_garbage(0)
    gc.collect()
gc.callbacks.clear()
print(len(events) >= 20, gc.garbage)
gc.freeze()
make_garbage(1)
gc.unfreeze()
keep = Node()
print(len(gc.get_referrers(keep)) > 0, len(gc.get_referents(keep)) > 0)

import pickle

from exercise import Awkward, Failing, LASTING, LASTING_TEXT, Thing, tried
from immutables._map import Map


class Clash:
    """All of one hash; some compare badly."""

    def __init__(self, value, bad=False):
        self.value, self.bad = value, bad

    def __hash__(self):
        if self.bad == "hash":
            raise Awkward
        return 77

    def __eq__(self, other):
        if self.bad or getattr(other, "bad", False):
            raise Awkward
        return isinstance(other, Clash) and self.value == other.value

    def __repr__(self):
        if self.bad:
            raise Awkward
        return "Clash"


def fill(kind, count=70):
    one = kind()
    for number in range(count):
        one = one.set(number * 977, Thing(number))
    for number in range(6):
        one = one.set(Clash(number), LASTING[number])
    return one.set(LASTING_TEXT[0], LASTING_TEXT[1])


def reading(kind):
    one = fill(kind)
    one.get(0), one.get("none"), one.get("none", Thing()), one[977], len(one)
    tried(one.get), tried(one.get, []), tried(one.get, Clash(9, True))
    tried(one.__getitem__, "none"), tried(one.__getitem__, [])
    tried(one.__getitem__, Clash(9, True)), 0 in one, Clash(3) in one
    Clash(99) in one, tried(one.__contains__, []), one == one
    one == fill(kind), one != fill(kind, 5), one == 5, hash(kind(a=1))
    tried(hash, kind(a=[])), one.__dump__(), repr(kind(a=1, b=[2]))
    tried(repr, kind({1: Failing()})), tried(lambda: one < one)
    tried(lambda: kind({1: Failing()}) == kind({1: Failing()}))
    for view in (one.items(), one.keys(), one.values(), one):
        len(view), list(view), next(iter(view))
    one.__reduce__(), tried(pickle.dumps, kind(a=1))
    kind.__class_getitem__(int)
    loop = []
    map_ = kind(a=loop)
    loop.append(map_)
    repr(map_), loop.clear()


def writing(kind):
    one = fill(kind)
    for number in range(70):
        one = one.delete(number * 977)
    for number in (1, 0, 5, 3, 2):
        one = one.delete(Clash(number))
    one.set(Clash(4), 5), tried(one.delete, "none"), tried(one.delete, [])
    tried(one.set, [], 1), tried(one.set, 1), tried(one.set, Clash(9, True), 1)
    tried(one.set, Clash(9, "hash"), 1), tried(one.delete, Clash(9, True))
    one.set(LASTING_TEXT[0], LASTING_TEXT[1]), one.delete(LASTING_TEXT[0])
    one.update({"a": 1}), one.update([("b", 2)]), one.update(one), one.update(c=3)
    one.update(fill(kind)), one.update({"a": 1}, b=2), one.update()
    tried(one.update, 5), tried(one.update, [5]), tried(one.update, [(1, 2, 3)])
    tried(one.update, [([], 2)]), tried(one.update, 1, 2)
    tried(one.update, {Clash(1, "hash"): 1} if False else [(Clash(1, "hash"), 1)])
    tried(one.update, [("a", 1), (Clash(9, True), 1)])
    kind({"a": 1}), kind([("a", 1)], b=2), kind(one), tried(kind, 5)
    tried(kind, [5]), tried(kind, 1, 2), tried(kind, [([], 1)])


def mutating(kind):
    one = fill(kind)
    with one.mutate() as change:
        change["a"] = Thing()
        change[0] = 5
        del change[977]
        change.set("b", Thing()), change.get("b"), change.get("none", 5)
        change.pop("b"), change.pop("none", Thing()), change["a"], len(change)
        tried(change.pop, "none"), tried(change.pop), tried(change.pop, [])
        tried(change.__getitem__, "none"), tried(change.__delitem__, "none")
        tried(change.__setitem__, [], 1), tried(change.__getitem__, [])
        tried(change.set, 1), tried(change.set, Clash(9, True), 1)
        tried(change.__delitem__, Clash(9, True)), tried(change.pop, Clash(9, True))
        change.update({"x": 1}), change.update([("y", 2)], z=3)
        tried(change.update, [5]), tried(change.update, [("k", 1), ([], 2)])
        tried(change.update, 5), "a" in change, change == change
        tried(change.__contains__, []), tried(repr, change), tried(hash, change)
        change == one.mutate(), change != 5, change.finish()
    for call in ((change.set, "q", 1), (change.pop, "a"), (change.get, "a"),
                 (change.update, {"w": 1}), (change.__setitem__, 1, 2),
                 (change.__delitem__, "a"), (change.__enter__,)):
        tried(*call)
    change = one.mutate()
    for number in range(70):
        del change[number * 977]
    for number in range(5):
        del change[Clash(number)]
    change.finish()
    tried(change.__exit__), tried(change.__exit__, None, None, None)


def step():
    for kind in (Map,):
        reading(kind)
        writing(kind)
        mutating(kind)

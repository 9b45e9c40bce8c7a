import _collections
import copy

from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Thing,
                      failing_after, tried)


class Mine(_collections.deque):
    pass


class Table(_collections.defaultdict):
    pass


def broken():
    raise Awkward


def fill(kind, *more):
    return kind([LASTING[0], Thing(1), "a", 2.5, Thing(3), LASTING_TEXT[1]],
                *more)


def items(kind):
    one = fill(kind)
    one.append(Thing()), one.appendleft(Thing()), one.extend([1, Thing()])
    one.extendleft([Thing(), 2]), one.rotate(3), one.rotate(-2), one.rotate()
    one.pop(), one.popleft(), one.reverse(), one.count(Thing(1))
    one.insert(2, Thing(9)), one.insert(-1, LASTING[1]), one.remove("a")
    one.index(Thing(9)), one.index(Thing(9), 0, 900), one[0], one[-1]
    one[1] = Thing(4)
    del one[2]
    tried(one.remove, "none"), tried(one.index, "none"), tried(one.count)
    tried(one.index, Failing()), tried(one.remove, Failing())
    tried(one.count, Failing()), tried(one.__getitem__, 900)
    tried(one.__setitem__, 900, 1), tried(one.__delitem__, 900)
    tried(one.__getitem__, "x"), tried(one.extend, 5)
    tried(one.extend, failing_after(3)), tried(one.extendleft, 5)
    tried(one.extendleft, failing_after(3)), tried(one.rotate, "x")
    tried(one.insert, "x", 1), tried(one.insert, 1), tried(one.rotate, 1, 2)
    one.extend(one), one.extendleft(one)
    one += [Thing()]
    one *= 2
    tried(one.__iadd__, 5), tried(one.__imul__, "x"), tried(one.__imul__, -1)
    one.clear()
    tried(one.pop), tried(one.popleft), one.rotate(1)


def whole(kind):
    one, other = fill(kind), fill(kind, 4)
    one + other, one * 3, 2 * other, one == other, one <= kind([Thing()]), one != 5
    tried(lambda: one + 5), tried(lambda: one * "x"), tried(lambda: one < 5)
    tried(lambda: one == kind([Failing()] * 6)), one == fill(kind)
    tried(lambda: one < kind([Failing()] * 6))
    one.copy(), copy.copy(one), repr(one), one.__sizeof__(), bool(one)
    tried(copy.copy, other), other.maxlen, other.copy()
    other.append(Thing()), other.appendleft(Thing()), other.extend("abcdefg")
    other.extendleft("xyzabc"), tried(other.insert, 1, 2)
    other *= 2
    for protocol in (0, 2, 5):
        one.__reduce_ex__(protocol)
    LASTING[0] in one, "none" in one, tried(one.__contains__, Failing())
    one.append(one), repr(one), one.pop()
    iterator, back = iter(one), reversed(one)
    next(iterator), next(back), iterator.__reduce__(), back.__reduce__()
    iterator.__length_hint__(), list(back)
    type(iterator)(one, 2), type(back)(one, 2)
    tried(type(iterator), 5), tried(type(back), 5), tried(type(iterator))
    one.append(1)
    tried(next, iterator)
    tried(kind, 5), tried(kind, [], -1), tried(kind, [], "x")
    tried(kind, failing_after(3)), tried(kind, [], 2, 3), kind(range(200), 70)
    one.__init__([Thing()], 3), tried(one.__init__, 5)
    kind.__class_getitem__(int)


def tables(kind):
    one = kind(Thing, {"a": 1}, b=2)
    one["new"], one[LASTING_TEXT[0]], one["a"], one.copy(), copy.copy(one)
    repr(one), one.__reduce__(), one.default_factory, one.__missing__("x")
    one | {"c": 3}, {"d": 4} | one, tried(lambda: one | 5)
    tried(lambda: 5 | one)
    one |= {"e": 5}
    bad = kind(broken)
    tried(bad.__getitem__, "a"), tried(bad.__getitem__, []), repr(bad)
    plain = kind(None, one)
    tried(plain.__getitem__, "none"), tried(plain.__missing__, "x")
    plain.__reduce__(), repr(plain)
    tried(kind, 5), tried(kind, Thing, 5), tried(kind, Thing, {}, 5)
    tried(one.__missing__, []), tried(kind, Thing, [[1]])
    one.default_factory = list
    one["list"].append(1), one.__init__(dict, {"z": 1})
    loop = kind(None)
    loop["self"] = loop
    repr(loop), loop.clear()


def counting():
    count = _collections._count_elements
    for mapping in ({}, Table(int)):
        count(mapping, "abcabc"), count(mapping, [Thing(1), Thing(1), 2])
        tried(count, mapping, 5), tried(count, mapping, failing_after(3))
        tried(count, mapping, [[]]), tried(count, mapping, ["a", []])
        mapping["bad"] = "text"
        tried(count, mapping, ["bad"])
    tried(count, 5, "abc"), tried(count, {}), tried(count, Failing(), "abc")
    getter = _collections._tuplegetter(1, "what it says")
    pair = type("Pair", (tuple,), {"right": getter})
    pair((1, 2)).right, getter.__reduce__(), getter.__doc__
    tried(getattr, pair((1,)), "right"), pair.right
    tried(getter.__get__, 5), tried(getter.__set__, pair((1, 2)), 5)
    tried(_collections._tuplegetter, "x", 1), tried(_collections._tuplegetter)


def step():
    for kind in (_collections.deque, Mine):
        items(kind)
        whole(kind)
    for kind in (_collections.defaultdict, Table):
        tables(kind)
    counting()

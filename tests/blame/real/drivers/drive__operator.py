import _operator as op
from copy import copy

from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Number, Thing,
                      failing_after, tried)


class Deep:
    @property
    def name(self):
        return Thing()

    @property
    def broken(self):
        raise Awkward

    def method(self, *arguments, **named):
        return Number(len(arguments))

    def failing(self, *arguments, **named):
        raise Awkward


def getters():
    for names in (("name",), ("name.value",), ("name", "method"),
                  ("name.value", "name"), ("broken",), ("name", "broken"),
                  ("nothing.at.all",), ("name.nothing", "name"), (5,), (),
                  ("name", 5), (LASTING_TEXT[0], LASTING_TEXT[1])):
        one = tried(op.attrgetter, *names)
        if one is None:
            continue
        tried(one, Deep())
        tried(one, 5)
        tried(one)
        tried(one, x=1)
        tried(repr, one)
        tried(one.__reduce__)
        tried(copy, one)
    things = {"a": Number(1), 2: Thing(), LASTING_TEXT[1]: LASTING[0]}
    for names in (("a",), (2,), ("a", 2), ("a", "none"), ("none",), (),
                  (Failing(),), (0,), (1, -1), (slice(0, 2),),
                  (LASTING_TEXT[1],), (LASTING_TEXT[1], LASTING_TEXT[2]),
                  (Thing(), 0)):
        one = tried(op.itemgetter, *names)
        if one is None:
            continue
        for source in (things, [Number(1), Number(2)], (Thing(), 5),
                       Failing(), 5):
            tried(one, source)
        tried(one)
        tried(one, {}, x=1)
        tried(repr, one)
        tried(one.__reduce__)
        tried(copy, one)
    for arguments, named in ((("method",), {}), (("method", Thing()), {}),
                             (("method", 1), {"a": Thing()}),
                             (("failing", LASTING[1]), {}), (("none",), {}),
                             ((), {}), ((5,), {}), (("failing",), {"b": 1}),
                             (("method", LASTING[2], LASTING[3]), {"c": 3})):
        one = tried(op.methodcaller, *arguments, **named)
        if one is None:
            continue
        tried(one, Deep())
        tried(one, 5)
        tried(one)
        tried(one, 1, x=2)
        tried(repr, one)
        tried(one.__reduce__)
        tried(copy, one)
    tried(op.itemgetter, a=1)
    tried(op.attrgetter, a=1)
    loop = op.itemgetter([1])
    loop2 = op.methodcaller("append", loop)
    tried(repr, op.methodcaller("x", Failing()))
    tried(repr, op.methodcaller("x", a=Failing()))
    tried(repr, op.itemgetter(Failing()))
    return loop2


def functions():
    values = (Number(3), 2, "text", [1, 2], Failing(), LASTING_TEXT[2],
              b"bytes", {1: 2}, None)
    unary = [op.neg, op.pos, op.abs, op.inv, op.not_, op.truth, op.index,
             op.length_hint]
    binary = [op.add, op.sub, op.mul, op.floordiv, op.truediv, op.mod,
              op.pow, op.lshift, op.and_, op.or_, op.xor, op.matmul, op.lt,
              op.eq, op.ne, op.is_, op.is_not, op.concat, op.contains,
              op.countOf, op.indexOf, op.getitem, op.delitem, op.iadd,
              op.isub, op.iconcat, op._compare_digest]
    for a in values:
        for function in unary:
            tried(function, a)
        for b in values:
            for function in binary:
                tried(function, a, b)
    for function in (op.countOf, op.indexOf, op.contains):
        tried(function, failing_after(3), 5)
        tried(function, [Number(1), Failing()], Number(9))
        tried(function, iter([Number(1), Number(2)]), Number(2))
        tried(function, range(3), Number(9))
    tried(op.setitem, [1], 0, Number(5))
    tried(op.setitem, [1], 7, Number(5))
    tried(op.delitem, {}, 5)
    tried(op.length_hint, [1], "x")
    tried(op.length_hint, Failing(), 5)
    tried(op.call, function, Thing())
    tried(op.call, len, [])
    tried(op.call)
    tried(op._compare_digest, "\u20ac", "x")
    tried(op._compare_digest, b"x" * 30, bytearray(30))
    tried(op._compare_digest, memoryview(b"x"), memoryview(b"xyz")[::2])


def step():
    getters()
    functions()

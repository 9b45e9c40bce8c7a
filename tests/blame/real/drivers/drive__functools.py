import _functools
import sys
from copy import copy

from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Number, Thing,
                      failing_after, tried)

CacheInfo = tuple


def function(*arguments, **named):
    return Number(len(arguments))


def raising(*arguments, **named):
    raise Awkward


def reducing():
    numbers = [Number(one) for one in range(5)]
    reduce = _functools.reduce
    reduce(function, numbers)
    reduce(function, numbers, Number(1))
    reduce(function, LASTING, LASTING[0])
    reduce(function, [Thing()])
    for what in ((raising, numbers), (function, []), (function, 5),
                 (function,), (function, Failing()), (raising, numbers, 1),
                 (function, failing_after(0)), (function, failing_after(3)),
                 (function, failing_after(2), Thing()), (5, numbers)):
        tried(reduce, *what)


class Named(_functools.partial):
    pass


def partials():
    partial = _functools.partial
    for make in (partial, Named):
        one = make(function, Number(1), LASTING[1], word=Number(2))
        two = make(one, Number(3), other=LASTING_TEXT[0])
        three = make(two)
        for any_one in (one, two, three, make(raising), make(len),
                        make(raising, 1, x=2)):
            tried(any_one)
            tried(any_one, Number(5))
            tried(any_one, Number(5), *range(9), more=Thing(), word=3)
            any_one.func, any_one.args, any_one.keywords
            tried(repr, any_one)
            any_one.__reduce__()
            tried(copy, any_one)
        one.attribute = Thing()
        for state in ((function, (1,), {}, {}), (function, [1], {}, None),
                      (function, (1,), None, None), 5, (1, 2, 3), (),
                      (function, (Number(1),), {"a": Number(2)},
                       {"b": Thing()}), (5, (), {}, {}),
                      (function, (), {1: 2}, None)):
            tried(one.__setstate__, state)
        tried(one, 1)
        one.self = one
        tried(repr, make(Failing()))
        tried(repr, make(function, Failing()))
        tried(repr, make(function, a=Failing()))
        tried(make)
        tried(make, 5)
        tried(make(function), **{"x": 1, "y": LASTING[2]})
    odd = partial(function, a=1)
    odd.keywords[3] = 4
    tried(odd)
    tried(repr, odd)


def compare(a, b):
    if a == 3:
        raise Awkward
    return Number(a - b) if a != 2 else Failing()


def keys():
    key = _functools.cmp_to_key(compare)
    tried(sorted, [Number(one) for one in range(3)], key=key)
    tried(sorted, [Number(one) for one in range(9)], key=key)
    one, two = key(Number(1)), key(Number(0))
    one < two, one.obj, one == two
    tried(lambda: one < 5)
    tried(key)
    tried(key, 1, 2)
    tried(_functools.cmp_to_key)
    tried(_functools.cmp_to_key, compare, 2)
    tried(hash, one)
    one.obj = Thing()
    bare = _functools.cmp_to_key(raising)
    tried(lambda: bare(1) < bare(2))
    tried(lambda: bare(1) < 2)
    tried(lambda: key.__class__(1))
    del one.obj
    tried(lambda: one.obj)
    tried(lambda: one < two)


def caches():
    wrapper = _functools._lru_cache_wrapper
    for size in (None, 0, 3):
        for typed in (False, True):
            cached = wrapper(function, size, typed, CacheInfo)
            for turn in range(8):
                cached(Number(turn))
                cached(turn, word=Number(turn))
                cached("text %d" % turn)
                cached(LASTING[turn % 8])
                cached(1.5, other=LASTING_TEXT[turn % 8])
                cached(), cached(turn % 2)
                tried(cached, [])
                tried(cached, Failing())
            tried(cached.cache_info)
            tried(cached.__reduce__)
            copy(cached), cached.__get__(Thing())
            cached.cache_clear()
            broken = wrapper(raising, size, typed, CacheInfo)
            tried(broken, 1)
            tried(broken, Number(1), a=2)
            tried(broken, [])
            cached.attribute = cached
            inside = wrapper(lambda one: inside(one - 1) if one else Thing(),
                             size, typed, raising)
            inside(9)
            tried(inside.cache_info)
            inside.attribute = inside

    class Holder:
        method = wrapper(function, 3, False, CacheInfo)

    Holder().method(Number(1))
    for what in ((), (5, 3, False, CacheInfo), (function, "x", 1, 2),
                 (function, 3, Failing(), CacheInfo), (function, -3, 0, 0)):
        tried(wrapper, *what)
    wrapper(function, 2 ** 20, 1, CacheInfo)(LASTING[0], [].count)


def step():
    reducing()
    partials()
    keys()
    caches()

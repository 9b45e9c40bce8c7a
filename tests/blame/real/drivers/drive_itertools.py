import itertools as it
import pickle
from copy import copy

from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Number, Thing,
                      failing_after, tried)


def fresh(count=5):
    return [Number(one) for one in range(count)]


def key(one):
    if one == 3:
        raise Awkward
    return Number(one // 2)


class BadIterator:
    def __iter__(self):
        return self

    def __next__(self):
        raise Awkward


def used(iterator, most=12):
    for _ in zip(range(most), iterator):
        pass


def make(*what):
    kind, *arguments = what
    for _ in range(2):
        one = tried(kind, *arguments)
        if one is not None:
            tried(used, one)


def constructors():
    for source in (fresh(), LASTING, LASTING_TEXT, 5, Failing(),
                   BadIterator()):
        make(it.cycle, source)
        make(it.chain, source, source)
        make(it.chain.from_iterable, [source, source])
        make(it.islice, source, 1, 4, 2)
        make(it.islice, source, 3)
        make(it.islice, source, -1)
        make(it.islice, source, "x", 5)
        make(it.accumulate, source)
        make(it.accumulate, source, lambda a, b: Number(2))
        make(it.starmap, pow, [(2, 3), [4, 5]])
        make(it.starmap, pow, source)
        make(it.takewhile, lambda one: True, source)
        make(it.dropwhile, lambda one: one == 0, source)
        make(it.filterfalse, None, source)
        make(it.filterfalse, key, source)
        make(it.compress, source, [1, 0, 1, 1])
        make(it.groupby, source, None)
        make(it.groupby, source, key)
        make(it.zip_longest, source, [1])
        make(it.pairwise, source)
        make(it.product, source, [1, 2])
        make(it.permutations, source, 2)
        make(it.combinations, source, 2)
        make(it.combinations_with_replacement, source, 2)
        tees = tried(it.tee, source, 3)
        for one in tees or ():
            tried(used, one)


def failing():
    for count in (0, 1, 3):
        make(it.cycle, failing_after(count, Thing))
        make(it.chain, failing_after(count), [1])
        make(it.accumulate, failing_after(count, Number))
        make(it.groupby, failing_after(count, Thing))
        make(it.zip_longest, failing_after(count), range(5))
        make(it.zip_longest, range(5), failing_after(count))
        make(it.pairwise, failing_after(count))
        make(it.product, failing_after(count), [1])
        make(it.permutations, failing_after(count))
        make(it.combinations, failing_after(count), 2)
        make(it.combinations_with_replacement, failing_after(count), 2)
        make(it.compress, failing_after(count), [1] * 5)
        make(it.compress, [1] * 5, failing_after(count))
        make(it.islice, failing_after(count), 10)
        make(it.takewhile, key, fresh())
        make(it.dropwhile, key, fresh())
        make(it.filterfalse, key, fresh())
        make(it.starmap, key, [[one] for one in fresh()])
        for one in tried(it.tee, failing_after(count)) or ():
            tried(used, one)
    make(it.accumulate, fresh(), key)
    make(it.accumulate, fresh(), lambda a, b: Number(1), )
    tried(it.accumulate, fresh(), initial=Number(3)).__next__()
    for arguments in ((), (1, 2), ([1], 2, 3, 4, 5), ([1], "a"),
                      ([1], -2), ([1, 2], 1.5)):
        for kind in (it.cycle, it.islice, it.permutations, it.combinations,
                     it.combinations_with_replacement, it.count, it.repeat,
                     it.groupby, it.tee, it.pairwise, it.accumulate,
                     it.zip_longest, it.product, it.starmap):
            tried(kind, *arguments)
    for kind in (it.zip_longest, it.product, it.cycle, it.chain, it.count):
        tried(kind, [1], nonsense=1)
    tried(it.product, [1, 2], repeat=-1)
    tried(it.product, [1, 2], [3], repeat=2).__next__()
    tried(it.product, [], [3]).__sizeof__()
    tried(it.product, [1], repeat="x")


def counting():
    for start, by in ((0, 1), (Number(1), Number(2)), (1.5, 0.5),
                      (10 ** 20, 1), (2, Failing()), ("x", 1), (1, 1.5),
                      (2 ** 63 - 3, 1), (2 ** 63 - 3, 2)):
        one = tried(it.count, start, by)
        if one is not None:
            tried(used, one, 6)
            tried(repr, one)
            tried(one.__reduce__)
    one = it.repeat(Number(1), 3)
    repr(one), one.__length_hint__(), one.__reduce__()
    used(one)
    tried(it.repeat(1).__length_hint__)
    repr(it.repeat(Number(2)))
    tried(it.repeat, 1, "x")


def states():
    numbers = fresh(4)
    for one in (it.cycle(numbers), it.chain(numbers, numbers),
                it.islice(numbers, 1, 3), it.accumulate(numbers),
                it.accumulate(numbers, initial=None),
                it.accumulate(numbers, initial=5),
                it.starmap(pow, [(1, 2)]), it.takewhile(bool, numbers),
                it.dropwhile(bool, numbers), it.filterfalse(None, numbers),
                it.compress(numbers, numbers), it.groupby(numbers),
                it.zip_longest(numbers, [1], fillvalue=Number(3)),
                it.product(numbers, [1]), it.permutations(numbers, 2),
                it.combinations(numbers, 2),
                it.combinations_with_replacement(numbers, 2)):
        for _ in range(3):
            tried(one.__reduce__)
            again = tried(copy, one)
            if again is not None:
                tried(used, again)
            if tried(next, one) is None:
                break
        for state in ((0, 1), "x", (numbers, 0), (numbers, 1), True, 5,
                      (1, 2, 3, 4), numbers, (0, 0, 0, 0), None):
            if hasattr(one, "__setstate__"):
                tried(one.__setstate__, state)
        if hasattr(one, "__sizeof__"):
            one.__sizeof__()
        tried(used, one)
        tried(one.__reduce__)
    for name, group in it.groupby(numbers, lambda one: Number(one // 2)):
        group.__reduce__(), list(group)
        group.__reduce__()
    a, b = it.tee(iter(numbers))
    next(a)
    a.__reduce__(), a.__copy__(), copy(b)
    tried(b.__setstate__, (1, 2))
    tried(a.__setstate__, a.__reduce__()[2])
    data = a.__reduce__()[2][0]
    tried(data.__reduce__), tried(type(data), numbers, [1], None)
    tried(type(data), iter(numbers), [1, 2], None)
    tried(type(data), iter(numbers), [1, 2], 5)
    tried(type(data), iter(numbers), 5, None)
    list(a), list(b)
    tried(pickle.dumps, it.tee(numbers)[0])


def step():
    constructors()
    failing()
    counting()
    states()

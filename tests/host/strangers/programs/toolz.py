"""Functions of functions, some of which fail."""
#: needs cytoolz
import cytoolz
from cytoolz import curried


def fails(one):
    raise ValueError(one)


for number in range(2000):
    groups = cytoolz.groupby(len, ["a", "bb", "cc", "ddd"])
    merged = cytoolz.merge_with(sum, {"a": 1}, {"a": 2, "b": 3})
    piped = cytoolz.pipe(range(10), curried.filter(lambda n: n % 2),
                         curried.map(lambda n: n * n), list)
    for call in (lambda: list(cytoolz.map(fails, [1])),
                 lambda: cytoolz.groupby(fails, [1, 2]),
                 lambda: cytoolz.reduceby(fails, fails, [1]),
                 lambda: cytoolz.get(5, [1]), lambda: cytoolz.nth(9, [1]),
                 lambda: cytoolz.first([]), lambda: cytoolz.memoize(fails)(1),
                 lambda: list(cytoolz.partition(0, [1]))):
        try:
            call()
        except (ValueError, IndexError, TypeError, StopIteration):
            pass
    joined = list(cytoolz.join(0, [(1, "a")], 0, [(1, "b"), (2, "c")]))
    nested = cytoolz.get_in(["a", "b"], {"a": {"b": 1}})
    found = list(cytoolz.interleave([[1, 2], [3]])), cytoolz.frequencies("aab")
print(groups, merged, piped, joined, nested, found)

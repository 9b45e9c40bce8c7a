"""Tuples: growth by tuple(iterator), reuse by zip and enumerate, hashing."""

import itertools
import operator

checksum = 0


def odd(limit):
    for number in range(limit):
        yield (number, (number, str(number)))


for round in range(1150):
    grown = tuple(odd(37))
    checksum += len(grown) + len(tuple(x for x in grown if x[0] % 2))
    total = 0
    for index, (one, two) in enumerate(zip(grown, reversed(grown))):
        total += index + one[0] - two[0]
    kept = list(zip(range(20), "abcdefghij", itertools.repeat(None)))
    kept += list(enumerate(kept))
    checksum += total + len(kept)
    checksum += sum(len(pair) for pair in {1: 2, 3: 4}.items())
    for pair in list({1: [1], 2: [2]}.items()):
        checksum += pair[0]
    joined = ()
    for part in range(30):
        joined += (part,) * 2
    checksum += len(joined) + joined.index(20) + joined.count(3)
    checksum += len({(a, b): (b, a) for a in range(8) for b in range(8)})
    checksum += (1, 2, (3, 4)) < (1, 2, (3, 5))
    checksum += len(joined[::-3]) + (7 in joined) + len(grown[2:5] * 3)
    a, b, *c = joined
    (a, b), d = (b, a), c
    checksum += a + b + len(d) + max(grown)[0]
    swapped = [(1, 2), (3, 4)]
    swapped[0], swapped[1] = swapped[1], swapped[0]
    checksum += len(list(itertools.product("ab", repeat=5)))
    checksum += len(list(itertools.combinations(range(8), 3)))
    checksum += len(list(itertools.permutations(range(4))))
    checksum += sum(1 for _ in itertools.groupby(sorted(joined)))
    checksum += sum(next(it) for it in itertools.tee(joined, 3))
    checksum += len(list(itertools.chain.from_iterable([grown, joined])))
    checksum += sum(itertools.islice(itertools.accumulate(joined), 2, 20))
    checksum += len(list(itertools.zip_longest(grown, joined)))
    checksum += len(list(itertools.starmap(operator.add, [(1, 2)] * 9)))
    checksum += operator.itemgetter(1, 0)(joined)[0]
    checksum += len((lambda *arguments: arguments)(*joined))
    checksum += hash(grown) == hash(tuple(list(grown)))
print(checksum)

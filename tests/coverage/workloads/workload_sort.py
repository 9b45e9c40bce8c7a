"""Sorting: keys, reverse, comparisons that raise, mutation while sorting."""

import bisect
import functools
import heapq
import random

random.seed(7)
checksum = 0
values = [random.randrange(10 ** 6) for _ in range(4000)]
words = ["w%05d" % value for value in values]


class Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


for _ in range(12):
    checksum += sorted(values)[100]
    checksum += sorted(values, key=lambda v: -v)[100]
    checksum += int(sorted(words, reverse=True)[7][1:])
    checksum += sorted(map(Key, values))[50].value
    checksum += sorted(((v % 7, str(v), v) for v in values))[9][2]
    checksum += int(sorted(map(float, values))[3])
    mixed = values[:500] + [float(v) + .5 for v in values[:500]]
    mixed.sort(key=functools.cmp_to_key(lambda a, b: (a > b) - (a < b)))
    checksum += int(mixed[0])
    heap = list(values[:1000])
    heapq.heapify(heap)
    checksum += sum(heapq.heappop(heap) for _ in range(200))
    checksum += sum(heapq.nsmallest(9, values)) + max(values, key=str)
    ordered = []
    for value in values[:300]:
        bisect.insort(ordered, value)
    checksum += ordered[10] + min(ordered)

failing = [3, 1, "two", 2]
for _ in range(300):
    try:
        failing.sort()
    except TypeError:
        checksum += len(failing)

grows = list(range(50, 0, -1))


def touch(value):
    grows.append(value)
    return value


for _ in range(100):
    try:
        grows.sort(key=touch)
    except ValueError:
        checksum += len(grows)
    grows = list(range(50, 0, -1))
print(checksum)

"""dict, list, deque, OrderedDict, Counter, defaultdict, namedtuple, ChainMap."""

from collections import (ChainMap, Counter, OrderedDict, UserDict,
                         defaultdict, deque, namedtuple)

Point = namedtuple("Point", "x y z", defaults=(0,))
checksum = 0


class Keyed(dict):
    def __missing__(self, key):
        self[key] = value = [key]
        return value


for round in range(1125):
    d = {i: str(i) for i in range(50)}
    d.update(zip("abc", list(d)))
    d.setdefault("list", []).append(d)
    for key in list(d):
        if key != "list" and len(str(key)) > 1:
            del d[key]
    checksum += len(d) + len(d.items() & {("a", 0)}) + len({**d, "z": 1})
    d.pop("list").clear()
    d.popitem()
    e = dict.fromkeys(range(100), d)
    e |= {1: 2} if hasattr(dict, "__or__") else {}
    checksum += len(e.copy()) + sum(1 for _ in reversed(e))
    e.clear()
    try:
        for key in d:
            d[key, key] = 1
    except RuntimeError:
        checksum += 1

    queue = deque(range(80), maxlen=100)
    queue.extend(range(50))
    queue.rotate(17)
    queue.appendleft(queue.pop())
    checksum += queue.popleft() + queue.count(3) + len(queue + queue)
    queue.remove(5)
    del queue[3]
    queue.insert(2, "x") if len(queue) < 100 else None
    checksum += len(list(reversed(queue)))

    ordered = OrderedDict((i, [i]) for i in range(40))
    for key in range(0, 40, 3):
        ordered.move_to_end(key, last=key % 2 == 0)
    checksum += ordered.popitem(last=False)[0] + next(reversed(ordered))
    copied = ordered.copy()
    checksum += copied == ordered
    del copied[1]

    counts = Counter("the quick brown fox jumps over the lazy dog")
    counts.subtract(Counter("quick"))
    checksum += counts["o"] + len(counts.most_common(3)) + sum(
        (counts + counts).values())
    groups = defaultdict(lambda: defaultdict(list))
    for number in range(60):
        groups[number % 7][number % 3].append(number)
    checksum += sum(len(v) for g in groups.values() for v in g.values())
    keyed = Keyed()
    checksum += len(keyed["a"]) + len(keyed)

    point = Point(round, y=2)
    checksum += sum(point._replace(z=3)) + len(point._asdict())
    chain = ChainMap({"a": 1}, {"b": round})
    checksum += chain["b"] + len(chain.new_child({"c": 3}))
    user = UserDict(a=1)
    user["b"] = user
    checksum += len(user)

    items = list(range(30))
    items[5:10] = [items] * 3
    items[::7] = ["x"] * len(items[::7])
    del items[1::5]
    items *= 2
    items += (1, 2)
    items.reverse()
    items.insert(-1, None)
    checksum += items.index("x") + items.count("x") + len(items[::-1])
    items.remove("x")
    items[:] = [items.pop() for _ in range(5)]
    items.extend(x for x in range(10))
    items.extend(items)
    checksum += len([[]] * 50 + items)
print(checksum)

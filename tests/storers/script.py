"""step(): objects of each class become more, each in a place of its own.

"# stores CLASS" marks the line that stores them, and "# moves CLASS" one that
moves them to another container, which takes no reference where instructions are
specialized. What else happens to them is what programs do: they are passed on,
looked at, read back, and handed around.
"""

import collections
import functools


class Base:
    def __init__(self):
        self.seen = 0


def class_of(name):
    return type(name, (Base,), {"__module__": "kinds"})


NAMES = ("Keyed", "Appended", "Added", "Queued", "Returned", "Moved", "Named",
         "Packed", "Defaulted", "Cached", "Yielded", "Attributed", "Made",
         "Put", "Loaded", "Extended", "Gathered")
(Keyed, Appended, Added, Queued, Returned, Moved, Named, Packed, Defaulted,
 Cached, Yielded, Attributed, Made, Put, Loaded, Extended,
 Gathered) = map(class_of, NAMES)
CACHE, WAITING, DONE, DEFAULTS, PUT, LOADED = {}, {}, {}, {}, {}, {}
LIST, BACK, SLOTS, SENT, MADE, LONG = [], [], [], [], [], []
SET, GROUP, QUEUE = set(), set(), collections.deque()
ROUND = [0]


def inner(x):
    return x is None


def check(x):
    return isinstance(x, Base) and inner(x) or inner(x)


def keep(x):
    CACHE[len(CACHE)] = x  # stores Keyed


def keyed():
    item = Keyed()
    keep(item)
    check(item)
    check(CACHE[len(CACHE) - 1])


def appended():
    item = Appended()
    LIST.append(item)  # stores Appended
    other = item
    check(other)


def added():
    item = Added()
    check(item)
    SET.add(item)  # stores Added
    check(item)


def queued(*items, **more):
    for item in items:
        QUEUE.append(item)  # stores Queued
        check(item)


def make():
    made = Returned()
    check(made)
    return made


def returned():
    BACK.append(make())  # stores Returned
    check(BACK[-1])


def moved():
    number = ROUND[0]
    WAITING[number] = Moved()  # stores Moved
    check(WAITING[number])
    DONE[number] = WAITING.pop(number)  # moves Moved
    check(DONE[number])


class Registry:
    def __init__(self):
        self.known = {}

    def register(self, name, item):
        check(item)
        self.known[name] = item  # stores Named
        return item


REGISTRY = Registry()


def named():
    item = REGISTRY.register(str(ROUND[0]), Named())
    check(item)


def packed():
    item = Packed()
    check(item)
    SLOTS.append((ROUND[0], item))
    check(item)


def defaulted():
    item = DEFAULTS.setdefault(ROUND[0], Defaulted())  # stores Defaulted
    check(item)


@functools.lru_cache(maxsize=None)
def cached(number):
    return Cached()


def yields():
    for _ in range(2):
        item = Yielded()
        check(item)
        yield item


def yielded():
    for item in yields():
        SENT.append(item)  # stores Yielded
        check(item)


class Holder:
    pass


HOLDER = Holder()


def attributed():
    item = Attributed()
    check(item)
    setattr(HOLDER, "a%d" % ROUND[0], item)  # stores Attributed
    check(item)


def made():
    MADE.append(Made())  # stores Made


def put():
    PUT[ROUND[0]] = Put()  # stores Put
    check(PUT[ROUND[0]])


def loaded():
    for number in range(2):
        item = Loaded()
        LOADED[len(LOADED)] = item  # stores Loaded


def several(count):
    return [Extended() for _ in range(count)]


def extended():
    LONG.extend(several(2))  # stores Extended


def begun():
    item = Gathered()
    GROUP.add(item)  # stores Gathered
    return item


def gathered():
    together = dict.fromkeys([begun(), begun()])
    waiting = collections.deque(together)
    check(waiting.pop())
    together.clear()


def step():
    ROUND[0] += 1
    keyed()
    appended()
    added()
    queued(Queued(), Queued(), more=1)
    returned()
    moved()
    named()
    packed()
    defaulted()
    check(cached(ROUND[0]))
    yielded()
    attributed()
    made()
    put()
    loaded()
    extended()
    gathered()

"""One object with each kind of owner, of a class of its own, and cycles."""

import functools

import owners


def mark(name):
    return type(name, (), {})()


class Holder:
    pass


class Slotted:
    __slots__ = ("slot",)


CACHE = {"k": [0, mark("InList")]}
NUMBERS = {7: mark("ByNumber")}
TEXTS = {"no name": mark("ByText"), "": mark("ByNothing")}
KEYS = {mark("IsKey"): 1}
PAIR = (0, 1, mark("InTuple"))
HOLDER = Holder()
HOLDER.attribute = mark("InInstance")
CROWDED = Holder()
CROWDED.__dict__["no name"] = mark("InDictOfInstance")
SLOTTED = Slotted()
SLOTTED.slot = mark("InSlot")
MODULE = mark("InModule")
InMany = type("InMany", (), {})
REGISTRY = [InMany() for _ in range(6)]
ASTRAY = {"besides": REGISTRY[3]}
InPlaces = type("InPlaces", (), {})
PLACE, WRONG = [], []
for number in range(3000):
    (PLACE if number % 100 else WRONG).append(InPlaces())


@functools.lru_cache(maxsize=None)
def cached(number):
    return mark("InCache")


cached(3)


def closure():
    variable = mark("InCell")

    def inner():
        return variable
    return inner


INNER = closure()


def generator():
    local = mark("InGenerator")
    yield
    return local


GENERATOR = generator()
next(GENERATOR)


def failing():
    local = mark("InTraceback")
    raise ValueError(mark("InArguments"), local.__doc__)


def caught():
    try:
        failing()
    except ValueError as error:
        return error


ERROR = caught()


class Class:
    attribute = mark("InClass")


def default(argument=mark("InDefaults")):
    pass


SILENT = owners.Silent()
SILENT.set(mark("InSilent"), 0)
TEXT = owners.Text("a text")
TEXT.keep(mark("InText"))
owners.in_static(mark("InStatic"))


class Nowhere:
    pass


class InHalf:
    pass


HALF = owners.Half()
HALF.set(0, InHalf())
for where in "malloc", "marked", "large", "pool", "mapping":
    getattr(owners, "in_" + where)(mark("Hidden_" + where))
for i in range(20):
    owners.nowhere(Nowhere())


class Framed:
    """Leaked, and a local of frames that are kept."""

    def __init__(self):
        owners.nowhere(self)


def framed():
    local = Framed()
    raise ValueError


def suspended():
    local = Framed()
    yield


KEPT, SUSPENDED = [], [suspended() for _ in range(10)]
for one in SUSPENDED:
    next(one)
    try:
        framed()
    except ValueError as error:
        KEPT.append(error)


class Left:
    pass


def leave(objects):
    """Leaks them, and leaves a frame behind in which each was."""
    one = objects[0]
    if len(objects) > 1:
        leave(objects[1:])
    return one


LEFT = tuple(Left() for _ in range(30))
leave(LEFT)
owners.leave(LEFT)
del LEFT


def cycles(type):
    for i in range(40):
        one = type()
        one.set(0, [one])


cycles(owners.Silent)
cycles(owners.Half)

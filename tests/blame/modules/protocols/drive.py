"""Drives protocols through its main and its error paths."""
import protocols


class Refusal(Exception):
    pass


class Failing:
    """Refuses whatever is asked of it."""

    def refuse(self, *arguments):
        raise Refusal(type(self))

    __iter__ = __mul__ = __repr__ = __str__ = __bool__ = refuse
    __lt__ = refuse


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % function)


class Place:
    @protocols.Lazy
    def far(self):
        return ["far", self]

    @protocols.Lazy
    def wrong(self):
        raise Refusal("wrong")


class Slots:
    __slots__ = ()
    far = protocols.Lazy(lambda self: None)


def lazies():
    place = Place()
    assert place.far is place.far and place.far[1] is place
    assert isinstance(Place.far, protocols.Lazy)
    refused(Refusal, getattr, place, "wrong")
    refused(AttributeError, getattr, Slots(), "far")
    nameless = protocols.Lazy(lambda self: None)
    refused(TypeError, nameless.__get__, place)
    refused(TypeError, nameless.__set_name__, Place, 5)
    nameless.__set_name__(Place, "first name")
    nameless.__set_name__(Place, "second name")
    assert nameless.__get__(place) is None
    refused(TypeError, protocols.Lazy)


def steps():
    three = protocols.Steps(1000.5, 0.25, 3)
    assert list(three) == [1000.5, 1000.75, 1001.0] and len(three) == 3
    assert list(three * 2.0)[1] == 2001.5
    assert repr(three) == "1000.5 + n * 0.25"
    refused(IndexError, three.__getitem__, 3)
    refused(TypeError, protocols.Steps(1000.5, "wide", 3).__getitem__, 1)
    refused(Refusal, protocols.Steps(1000.5, Failing(), 3).__getitem__, 1)
    refused(Refusal, protocols.Steps(1000.5, Failing(), 3).__mul__, 2.5)
    refused(Refusal, protocols.Steps(Failing(), 1000.5, 3).__mul__, 2.5)
    refused(Refusal, repr, protocols.Steps(1000.5, Failing(), 3))
    refused(Refusal, repr, protocols.Steps(Failing(), 1000.5, 3))
    refused(TypeError, lambda: "text" * three)
    assert three.first == 1000.5


class Box(list):
    """Iterable, and part of the cycles below."""

    def __call__(self, *arguments):
        return self


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    box = Box()
    box.append(protocols.Lazy(box))
    box = Box()
    box.append(protocols.Steps(box, 1000.5, 1))
    box = Box()
    box.append(protocols.Steps(1000.5, box, 1))


def step():
    lazies()
    steps()
    cycles()

"""Drives registry through its main and its error paths."""
import registry


class Refusal(Exception):
    pass


def refuse(*arguments, **keywords):
    raise Refusal("asked", arguments)


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % (arguments,))


class Event:
    """An event that can be told not to be hashed any more."""

    def __init__(self):
        self.hashable = True

    def __hash__(self):
        if not self.hashable:
            raise Refusal("hash")
        return id(self) >> 4

    def __lt__(self, other):
        raise Refusal("order")


def events():
    event = Event()
    first = registry.subscribe(event, lambda *given: ["first", given], 1.5)
    second = registry.subscribe(event, lambda *given: ["second"], 0.5)
    assert registry.emit(event, "argument one")[1][0] == "first"
    assert registry.last()[0] is event
    assert registry.emit("nobody listens") == []
    third = registry.subscribe(event, refuse, 2.5)
    refused(Refusal, registry.emit, event, "argument two")
    told = []

    def handler(*what):
        told.append(what)
        return [what]
    assert registry.set_error_handler(handler) is None
    assert len(registry.emit(event, "argument three")) == 2
    assert told[0][0] is event and isinstance(told[0][1], Refusal)
    assert registry.set_error_handler(lambda *what: False) is handler
    refused(Refusal, registry.emit, event, "argument four")
    registry.set_error_handler(lambda *what: {}[tuple(what)])
    refused(KeyError, registry.emit, event, "argument five")
    assert registry.set_error_handler(None) is not None
    refused(TypeError, registry.set_error_handler, 5.5)
    refused(TypeError, registry.emit)
    refused(TypeError, registry.emit, ["unhashable"])
    refused(TypeError, registry.subscribe, ["unhashable"], refuse)
    refused(Refusal, registry.subscribe, event, Event(), 0.5)
    event.hashable = False
    refused(Refusal, first.cancel)
    event.hashable = True
    for token in first, second, third:
        token.cancel()
        refused(RuntimeError, token.cancel)


class Odd(str):
    casefold = refuse


class OddFold(str):
    def casefold(self):
        return ["unhashable"]


class NoText(str):
    def casefold(self):
        return 1000001.5


def names():
    assert registry.intern_names(["Name One", "NAME one"])[0] == "name one"
    refused(TypeError, registry.intern_names, ["Name One", 5])
    refused(TypeError, registry.intern_names, 5)
    refused(Refusal, registry.intern_names, ["Name Two", Odd("odd")])
    refused(TypeError, registry.intern_names, [OddFold("odd")])
    joined = registry.join_names(["Name Three", "Name Four"])
    assert joined["text"] == "name three, name four"
    refused(TypeError, registry.join_names, ["Name Five", NoText("odd")])
    refused(TypeError, registry.join_names, [5])
    registry.forget()
    assert registry.last() is None


def conversions():
    registry.set_converter(2, lambda value, trail: [value])
    registry.set_converter(2, lambda value, trail: [value, value])
    registry.set_converter(5, lambda value, trail: (value, list(trail)))
    value, trail = registry.convert("some value")
    assert value[0] == ["some value"] * 2 and trail[0] == "some value"
    registry.set_converter(7, refuse)
    refused(Refusal, registry.convert, "another value")
    refused(IndexError, registry.set_converter, 8, refuse)
    refused(TypeError, registry.set_converter)
    for number in 2, 5, 7:
        registry.set_converter(number, None)


class Key:
    """A key whose hash can be asked for some times."""

    def __init__(self, patience):
        self.patience = patience

    def __hash__(self):
        self.patience -= 1
        if self.patience < 0:
            raise Refusal("hash")
        return 5

    __lt__ = refuse


def memories():
    remember = registry.Memory(lambda *given, **named: [given, named])
    assert remember("text one") is remember("text one")
    assert remember(name="x y") is remember(name="x y")
    for number in range(5):
        remember("text %d" % number, number=number + 1000000.5)
    known = remember.known()
    assert len(known["results"]) == len(known["order"]) == 3
    refused(TypeError, remember, ["unhashable"])
    refused(Refusal, remember, Key(0))
    refused(Refusal, remember, Key(1))
    key = Key(2)
    remember(key)
    remember("filling one")
    remember("filling two")
    refused(Refusal, remember, "too many")
    key.patience = 10
    refused(ValueError, registry.Memory, refuse, 0)
    refused(Refusal, registry.Memory(refuse), "text two")
    refused(Refusal, registry.Memory(refuse), name=Key(5))
    refused(TypeError, registry.Memory)


class Function:
    def __call__(self, *arguments):
        return self


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    function = Function()
    function.memory = registry.Memory(function)
    remember = registry.Memory(lambda value: [value, remember])
    remember("text one")
    event = Event()
    event.token = registry.subscribe(event, refuse)
    registry.drop(event)
    function = Function()
    function.token = registry.subscribe("event %d" % 1, function)
    registry.drop("event %d" % 1)
    refused(KeyError, registry.drop, "event %d" % 1)
    key = Function()
    remember = registry.Memory(lambda key: ["a result"])
    key.memory = remember
    remember(key)


def step():
    events()
    names()
    conversions()
    memories()
    cycles()

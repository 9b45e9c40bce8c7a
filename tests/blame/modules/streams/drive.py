"""Drives streams through its main and its error paths."""
import streams


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


def texts(count, fails=False):
    for number in range(count):
        yield "text %d" % number
    if fails:
        raise Refusal("texts")


def chunks():
    parts = list(streams.Chunks(texts(5), 2))
    assert parts == [("text 0", "text 1"), ("text 2", "text 3"), ("text 4",)]
    parts = list(streams.Chunks(texts(4), 3, ["filler"]))
    assert parts[1] == ("text 3", ["filler"], ["filler"])
    stream = streams.Chunks(texts(4), 2)
    assert len(list(stream)) == 2 and next(stream, None) is None
    refused(ValueError, streams.Chunks, texts(1), 0)
    refused(TypeError, streams.Chunks, 5.5, 1)
    refused(Refusal, list, streams.Chunks(texts(3, True), 2))


def windows():
    assert list(streams.Window(texts(3), 2)) == [
        ("text 0", "text 1"), ("text 1", "text 2")]
    assert list(streams.Window(texts(3), 2, "{} {}".format)) == [
        "text 0 text 1", "text 1 text 2"]
    refused(Refusal, list, streams.Window(texts(3), 2, Failing().refuse))
    refused(Refusal, list, streams.Window(texts(2, True), 5))
    refused(TypeError, streams.Window, texts(3), 2, 5.5)
    refused(TypeError, streams.Window, 5.5, 2)
    stream = streams.Window(texts(3), 2, lambda a, b: a)
    next(stream)
    stream.__init__(texts(2), 1, lambda a: [a])
    assert list(stream) == [["text 0"], ["text 1"]]


def merges():
    assert list(streams.Merge(texts(2), texts(3), ["text 0x"])) == [
        "text 0", "text 0", "text 0x", "text 1", "text 1", "text 2"]
    assert list(streams.Merge(["ccc", "a"], ["bb"],
                              key=lambda text: [-len(text)])) == [
        "ccc", "bb", "a"]
    refused(TypeError, streams.Merge, texts(2), 5.5)
    refused(Refusal, streams.Merge, texts(2), texts(0, True))
    refused(Refusal, streams.Merge, texts(2), key=Failing().refuse)
    refused(Refusal, list, streams.Merge(texts(2), texts(1, True)))
    refused(Refusal, list, streams.Merge([Failing()], [Failing()]))


def peeks():
    stream = streams.Peek(texts(2))
    assert stream.peek() == stream.peek() == next(stream) == "text 0"
    stream.push(["pushed"])
    stream.push(["pushed again"])
    assert bool(stream) and list(stream) == [["pushed again"], "text 1"]
    refused(streams.Exhausted, stream.peek)
    assert stream.peek(["default"]) == ["default"] and not stream
    failing = streams.Peek(texts(0, True))
    refused(Refusal, failing.peek)
    refused(Refusal, bool, streams.Peek(texts(0, True)))
    refused(TypeError, streams.Peek, 5.5)
    stream.__init__(texts(3), lambda *arguments: ["leave"])
    stream.peek()
    stream.__init__(texts(2), lambda *arguments: [])
    with stream as same:
        assert next(same) == "text 0"
    with stream:
        pass
    with streams.Peek([], lambda *arguments: ["quiet"]):
        raise Refusal("inside")
    refused(Refusal, streams.Peek([], Failing().refuse).__exit__)
    refused(Refusal, streams.Peek([], Failing).__exit__)


class Box(list):
    """Iterable, and part of the cycles below."""

    def __call__(self, *arguments):
        return self


class Self:
    """An iterator that can hold its own consumer."""

    def __iter__(self):
        return self

    def __next__(self):
        return self


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    source = Self()
    source.user = streams.Chunks(source, 2)
    filler = Box()
    filler.append(streams.Chunks(texts(1), 2, filler))
    source = Self()
    source.user = streams.Window(source, 2)
    box = Box()
    box.append(streams.Window(texts(2), 1, box))
    box = Box()
    window = streams.Window([box, box], 3)
    refused(StopIteration, next, window)
    box.append(window)
    source = Self()
    source.user = streams.Merge([source], [source])
    box = Box()
    box.append(streams.Merge(texts(1), key=box))
    source = Self()
    source.user = streams.Peek(source)
    box = Box()
    peek = streams.Peek([box])
    peek.peek()
    box.append(peek)
    box = Box()
    box.append(streams.Peek([], box))


def step():
    chunks()
    windows()
    merges()
    peeks()
    cycles()

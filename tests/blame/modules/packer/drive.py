"""Drives packer through its main and its error paths."""
import packer
from packer import PackError


class Refusal(Exception):
    pass


def refuse(*arguments):
    raise Refusal("asked")


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % (arguments,))


class Point:
    pack_fields = ["across", "down"]

    def __init__(self, across, down):
        self.across, self.down = across, down


class Broken:
    pack_fields = ["missing name"]


class Endless:
    @property
    def pack_fields(self):
        yield "pack_size"
        raise Refusal("fields")

    pack_size = 1000001.5


class Fieldless:
    pack_fields = 5


class Rude:
    pack_fields = property(refuse)


class Numbers(int):
    __repr__ = refuse


class OddItems(dict):
    def items(self):
        return [["not", "a pair"]]


class BadItems(dict):
    items = refuse


class Other:
    def __init__(self, *what):
        self.what = list(what)


VALUE = {"text": "some text", "bytes": b"some bytes", "none": None,
         "numbers": [1000001, -2.5, 10 ** 30], "tuple": ("a tuple",),
         "inner": [{"text": "again", "deep": {"deeper": ["x y"]}}]}


def writing():
    text = packer.pack(VALUE)
    assert packer.pack(VALUE, sort_keys=True) != text
    assert packer.pack(Point("left side", [1.25])).startswith(b"d")
    assert packer.pack([Other("one thing")], lambda other: other.what)
    inside = []
    inside.append([inside])
    refused(PackError, packer.pack, inside)
    ring = {}
    ring["ring"] = ring
    refused(PackError, packer.pack, ring)
    refused(PackError, packer.pack, ["some text", {"key": Other()}])
    refused(PackError, packer.pack, Other(), lambda other: other)
    refused(Refusal, packer.pack, ["text", Other()], refuse)
    refused(PackError, packer.pack, [Other()], lambda other: [5j])
    refused(TypeError, packer.pack, {"key": 5, 5: "key"}, sort_keys=True)
    refused(AttributeError, packer.pack, Broken())
    refused(Refusal, packer.pack, Endless())
    refused(TypeError, packer.pack, Fieldless())
    refused(PackError, packer.pack, Point(1000.5, 5j))
    refused(Refusal, packer.pack, Rude())
    refused(Refusal, packer.pack, [Numbers(5)])
    refused(UnicodeEncodeError, packer.pack, ["text", "\ud800 text"])
    refused(PackError, packer.pack, OddItems())
    refused(Refusal, packer.pack, BadItems())
    refused(PackError, packer.pack, {5j: "key"})
    refused(TypeError, packer.pack)
    return text


def reading(text):
    value, rest = packer.unpack(text + b"the rest")
    assert value["numbers"] == VALUE["numbers"] and rest == b"the rest"
    value, _ = packer.unpack(text, lambda found: [found])
    assert value[0]["inner"][0][0]["text"] == "again"
    for cut in range(0, len(text), 7):
        refused(PackError, packer.unpack, text[:cut])
    refused(Refusal, packer.unpack, text, refuse)
    refused(PackError, packer.unpack, b"?")
    refused(PackError, packer.unpack, b"l\2\0\0\0s\1\0\0\0x?")
    refused(PackError, packer.unpack, b"l\xff\0\0\0")
    refused(TypeError, packer.unpack, packer.pack({"key": 1}).replace(
        b"s\3\0\0\0key", b"l\0\0\0\0"))
    refused(ValueError, packer.unpack, b"i\3\0\0\0x12")
    refused(UnicodeDecodeError, packer.unpack, b"s\2\0\0\0\xff\xff")
    refused(TypeError, packer.unpack, "text")
    found = packer.report(text)
    assert found.names[0] == "text" and found.size == len(text) + 1000000
    refused(PackError, packer.report, text[:-1])
    refused(TypeError, packer.report, "text")


def step():
    reading(writing())

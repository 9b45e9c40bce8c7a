import datetime

from exercise import Failing, LASTING, LASTING_BYTES, LASTING_TEXT, Number
from exercise import Thing, broken, failing_after, tried
from msgpack import ExtType, Timestamp
from msgpack._cmsgpack import Packer, Unpacker, unpackb

WHEN = datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc)


class Text(str):
    pass


VALUES = [None, True, 5, -1 << 40, 1 << 63, 1 << 70, 1.5, "text\u20ac",
          b"bytes", bytearray(b"x" * 20), memoryview(b"view"), [1, "a", [2]],
          (1, 2, (3,)), {"a": 1, "b": [None]}, {1: {2: 3}}, ExtType(5, b"ab"),
          ExtType(7, b"x" * 16), Timestamp(7, 9), WHEN, Text("mine"),
          Number(2), LASTING[0], LASTING_TEXT[0], LASTING_BYTES[0], Failing(),
          [LASTING_TEXT[1]] * 20, {key: 1 for key in LASTING_TEXT},
          {"bad": Failing()}, [Thing()], "\ud800", set(),
          "x" * 70000, [[]] * 20]


def default(value):
    if isinstance(value, Thing):
        return {"thing": value.value}
    if isinstance(value, Number):
        return [float(value)]
    raise TypeError(value)


PACKERS = ({}, {"default": default, "strict_types": True},
           {"use_bin_type": False, "use_single_float": True},
           {"datetime": True, "autoreset": False}, {"default": broken},
           {"unicode_errors": "surrogatepass"}, {"default": 5},
           {"buf_size": 10, "default": default}, {"nonsense": 1})
HOOKS = ({}, {"raw": True}, {"use_list": False},
         {"object_hook": dict},          {"object_pairs_hook": list}, {"list_hook": tuple}, {"ext_hook": ExtType},
         {"timestamp": 1}, {"timestamp": 2},
         {"timestamp": 3}, {"timestamp": 9},
         {"unicode_errors": "replace"}, {"object_hook": 5}, {"list_hook": 5},
         {"object_hook": dict, "object_pairs_hook": dict}, {"ext_hook": 5})


def packing():
    packed = []
    for options in PACKERS:
        packer = tried(lambda: Packer(**options))
        if packer is None:
            continue
        for value in VALUES:
            one = tried(packer.pack, value)
            if not options and one:
                packed.append(one)
        tried(packer.pack_array_header, 5), tried(packer.pack_map_header, 3)
        tried(packer.pack_array_header, 1 << 40)
        tried(packer.pack_map_header, "x")
        tried(packer.pack_map_pairs, [("a", 1), (LASTING_TEXT[0], 2)])
        tried(packer.pack_map_pairs, [1, 2]), tried(packer.pack_map_pairs, 5)
        tried(packer.pack_ext_type, 5, b"abc")
        tried(packer.pack_ext_type, 500, b"abc")
        tried(packer.pack_ext_type, "x", "y")
        tried(packer.bytes), tried(packer.reset)
        tried(lambda: packer.__enter__())
    return packed


class File:
    def __init__(self, answer):
        self.answers = [answer, b""]

    def read(self, count):
        return self.answers.pop(0)


def unpacking(packed):
    for options in HOOKS:
        for one in packed:
            tried(unpackb, one, strict_map_key=False, **options)
    for one in (b"", b"\xc1", b"\x91", b"\xa5ab", b"\x81\x01\x02", 5, "text",
                b"\x01\x02", b"\xd6\xff\x00\x00\x00\x01", b"\xa1\xff",
                b"\xdd\xff\xff\xff\xff", b"\xc7\x03\x05abc",
                Failing(), memoryview(b"\x93\x01\x02\x03")):
        tried(unpackb, one, strict_map_key=False)
    for options in HOOKS[::3] + ({"max_buffer_size": 20}, {"read_size": 5}):
        unpacker = tried(lambda: Unpacker(
            strict_map_key=False, **options))
        if unpacker is None:
            continue
        for one in packed[:14]:
            tried(unpacker.feed, one)
        for name in ("unpack", "tell", "read_array_header",
                     "read_map_header", "__next__", "__iter__"):
            tried(lambda: getattr(unpacker, name)())
        tried(unpacker.read_bytes, 3), tried(unpacker.read_bytes, "x")
        tried(list, unpacker), tried(unpacker.feed, 5)
    for source in (File(b"\x01\x02\x93\x01\x02\x03"), File(5), Failing(), 5,
                   File("text")):
        unpacker = tried(Unpacker, source, read_size=2)
        if unpacker is not None:
            tried(list, unpacker), tried(unpacker.feed, b"\x01")
    tried(Unpacker, read_size=9, max_buffer_size=2)
    tried(list, failing_after(2))


def step():
    unpacking(packing())

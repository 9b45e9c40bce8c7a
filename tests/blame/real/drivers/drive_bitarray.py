import copy
import pickle

import bitarray as package
from bitarray import bitarray, bits2bytes, decodetree, frozenbitarray
from bitarray import get_default_endian
from exercise import Awkward, Failing, LASTING, Thing, failing_after, tried

CODE = {"a": bitarray("0"), "b": bitarray("10"), "c": bitarray("11")}
LASTING_BITS = bitarray("0110100110010110" * 4)


class Mine(bitarray):
    pass


def making():
    for what in (5, "0101", [1, 0, True], LASTING_BITS, b"\x00", bytearray(4),
                 failing_after(2), [5], ["x"], -1, 1 << 70, Failing(), None,
                 "01a", (0, 1), iter([1, 0]), {1: 0}, 1.5, (2, 3)):
        for kind in (bitarray, Mine, frozenbitarray):
            one = tried(kind, what)
            tried(kind, what, "little")
            tried(kind, what, "middle")
            if one is not None:
                repr(one), copy.copy(one), copy.deepcopy(one), len(one)
                tried(one.__reduce__)
                hash(one) if kind is frozenbitarray else None
    tried(bitarray, buffer=b"abc")
    tried(bitarray, buffer=5)
    tried(bitarray, 3, "big", b"abc")
    tried(bitarray, nonsense=1)
    imported = bitarray(buffer=bytearray(b"abcdef"), endian="little")
    imported.buffer_info(), memoryview(imported)
    tried(imported.append, 1)
    tried(pickle.loads, pickle.dumps(Mine("011")))
    package._bitarray_reconstructor(bitarray, b"\x0f", "big", 0, 0)
    for arguments in ((5, b"", "big", 0, 0), (bitarray, 5, "big", 0, 0),
                      (bitarray, b"x", "odd", 0, 0),
                      (bitarray, b"", "big", 3, 0),
                      (bitarray, b"x", "big", 9, 0), ()):
        tried(package._bitarray_reconstructor, *arguments)


def using():
    for kind in (bitarray, Mine):
        one = kind(LASTING_BITS)
        for name, arguments in (
                ("extend", ("0101",)), ("extend", (failing_after(2),)),
                ("extend", (5,)), ("extend", ([0, 1, 5],)),
                ("extend", ([1, "x"],)), ("extend", (one,)),
                ("append", (1,)), ("append", (7,)), ("insert", (2, 1)),
                ("insert", (1, "x")), ("remove", (1,)), ("remove", (9,)),
                ("pop", ()), ("pop", (999,)), ("pop", (1,)), ("count", (1,)),
                ("count", (bitarray("01"),)), ("count", (1, 2, 9, 2)),
                ("count", ("x",)), ("find", (bitarray("011"),)),
                ("find", (1, 3)), ("find", ("x",)), ("index", (1,)),
                ("index", (bitarray("1" * 50),)), ("index", (Failing(),)),
                ("search", (bitarray("01"),)), ("search", (1, 2, 5, True)),
                ("search", ("x",)), ("itersearch", (bitarray("1"),)),
                ("fill", ()), ("reverse", ()), ("invert", ()),
                ("invert", (2,)), ("invert", (slice(1, 9, 2),)),
                ("invert", ("x",)), ("setall", (0,)), ("setall", (5,)),
                ("sort", ()), ("sort", (True,)), ("tolist", ()),
                ("tobytes", ()), ("to01", ()), ("unpack", ()),
                ("unpack", (b"a", b"b")), ("unpack", (5,)), ("all", ()),
                ("pack", (b"\0\1",)), ("pack", (5,)), ("any", ()),
                ("frombytes", (b"xyz",)), ("frombytes", (5,)), ("bytereverse",
                (0, 2)), ("bytereverse", (9, 90)), ("buffer_info", ()),
                ("tofile", (5,)), ("fromfile", (5,)), ("clear", ()),
                ("_freeze_if_frozen", ()), ("endian", ()), ("nbytes", ())):
            answer = tried(lambda: getattr(one, name)(*arguments))
            if hasattr(answer, "__next__"):
                tried(next, answer)
                tried(list, answer)
        one = kind(LASTING_BITS)
        for item in (0, -1, 999, slice(1, 9), slice(0, 20, 3), "x", [1, 2],
                     one, bitarray(3), Failing(), slice("a"), (1, 2),
                     slice(9, 1, -2), [999], 1 << 70):
            tried(one.__getitem__, item)
            for value in (1, 5, bitarray("10"), "x", None):
                tried(one.__setitem__, item, value)
            tried(one.__delitem__, item)
        for other in (kind(LASTING_BITS), one, 2, -1, "01", Failing(),
                      bitarray("1", "little"), [1, 0], LASTING[0]):
            for name in ("__add__ __iadd__ __mul__ __rmul__ __imul__ __and__ "
                         "__or__ __xor__ __iand__ __ior__ __ixor__ __lshift__ "
                         "__rshift__ __ilshift__ __irshift__ __eq__ __lt__ "
                         "__ne__ __contains__").split():
                small = kind(LASTING_BITS)
                tried(getattr(small, name), other)
        ~one, list(one), list(reversed(list(one)))
        iterator = iter(one)
        tried(next, iterator), tried(iterator.__reduce__)


class File:
    def __init__(self, answer=b"xy"):
        self.answer = answer

    def read(self, count):
        if self.answer is None:
            raise Awkward
        answer, self.answer = self.answer, b""
        return answer

    def write(self, data):
        if not data or len(data) == 3:
            raise Awkward
        return len(data)


def files():
    for answer in (b"xy", None, 5, "text", b"", b"x" * 99):
        for count in (-1, 1, 3):
            tried(bitarray().fromfile, File(answer), count)
            tried(bitarray(3).fromfile, File(answer), count)
    tried(LASTING_BITS.tofile, File())
    tried(bitarray(24).tofile, File())
    tried(LASTING_BITS.tofile, Failing())


def codes():
    tree = decodetree(CODE)
    text = bitarray()
    text.encode(CODE, "abcab")
    list(text.decode(CODE)), list(text.decode(tree))
    tree.todict(), tried(lambda: tree.complete())
    tried(lambda: tree.nodes()), tree.__sizeof__()
    things = dict(zip([LASTING[0], LASTING[1], Thing(9)], CODE.values()))
    more = bitarray()
    more.encode(things, [LASTING[0], LASTING[1]])
    list(more.decode(things))
    decodetree(things).todict()
    iterator = more.decode(things)
    tried(next, iterator)
    for code in ({}, 5, {"a": 1}, {"a": bitarray()}, {"a": bitarray("0"),
                 "b": bitarray("00")}, {"a": bitarray("0"), "b":
                 bitarray("0")}, {"a": "01"}, None, {"q": bitarray("01")}):
        tried(decodetree, code)
        tried(text.decode, code)
        tried(text.encode, code, "ab")
    tried(text.encode, CODE, failing_after(1))
    tried(text.encode, CODE, "axz")
    tried(text.encode, CODE, 5)
    tried(text.encode, CODE, [[]])
    tried(list, bitarray("1").decode(CODE))
    tried(list, bitarray("01").decode({"x": bitarray("00")}))


def step():
    making()
    using()
    files()
    codes()
    bits2bytes(9), tried(bits2bytes, -1), tried(bits2bytes, "x")
    get_default_endian()

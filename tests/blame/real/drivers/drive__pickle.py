import copyreg
import io

import _pickle
from exercise import (Awkward, Failing, LASTING, LASTING_BYTES, LASTING_TEXT,
                      tried)


class State:
    """Is pickled by its dictionary."""

    def __init__(self, *values):
        self.values = values


class Slots:
    __slots__ = "left", "right"

    def __init__(self):
        self.left, self.right = 1, "two"


class Setting(State):
    def __getstate__(self):
        return {"values": (1, 2)}

    def __setstate__(self, state):
        self.values = state["values"]


class New(tuple):
    def __new__(cls, *values, last=None):
        return tuple.__new__(cls, values)

    def __getnewargs_ex__(self):
        return tuple(self), {"last": 5}


class Reduced:
    def __init__(self, *answer):
        self.answer = answer

    def __reduce__(self):
        return self.answer[0] if len(self.answer) == 1 else self.answer


class Persistent(_pickle.Pickler):
    def persistent_id(self, one):
        return "id" if one is LASTING[0] else None


class PersistentLoad(_pickle.Unpickler):
    def persistent_load(self, identity):
        return LASTING[0]


class BadLoad(_pickle.Unpickler):
    def persistent_load(self, identity):
        raise Awkward

    def find_class(self, module, name):
        raise Awkward


class Overriding(_pickle.Pickler):
    def reducer_override(self, one):
        return (list, ((1, 2),)) if isinstance(one, Slots) else NotImplemented


class BadFile:
    def write(self, data):
        raise Awkward

    def read(self, size=-1):
        raise Awkward

    def readline(self):
        raise Awkward


class SlowFile:
    """Gives what it has in pieces, without peek."""

    def __init__(self, data):
        self.file = io.BytesIO(data)
        self.read, self.readline = self.file.read, self.file.readline


def make(*arguments):
    return State(*arguments)


def values():
    yield [1, 2.5, -3, 10 ** 30, -10 ** 700, True, None, "text", b"bytes", ()]
    yield {"a": 1, (1, 2): [3], "s": {1, 2}, "f": frozenset("ab"), None: {}}
    yield bytearray(b"array"), "\u20ac\n\\\U0001f600", "x" * 70000, b"y" * 300
    yield State(1, "two"), Slots(), Setting(3), New(1, 2), State, len, range(9)
    yield list(range(1500)), dict.fromkeys(range(1500)), set(range(1200))
    yield Reduced(make, (1, 2)), Reduced("make")
    yield Reduced(list, (), None, iter([1, 2])), [LASTING_TEXT[0]] * 3
    yield Reduced(dict, (), None, None, iter([(1, 2), (3, 4)]))
    yield Reduced(make, (), {"extra": [1]}), Reduced(make, (), (None, {"b": 2}))
    yield Reduced(make, (), [1], None, None, setattr_all)
    shared = State()
    shared.values = [shared, (shared,), {"loop": shared}]
    yield shared
    shared.values = None
    loop = []
    loop.append((loop, {1: loop}))
    yield loop
    loop.clear()
    yield type(None), type(NotImplemented), NotImplemented, ..., complex(1, 2)


def setattr_all(one, state):
    one.values = state


def wrong():
    for answer in ((), (1,), ("none such",), (5, ()), (make, 5), (make,),
                   (make, (), None, 5), (make, (), None, None, 5),
                   (make, (), None, None, None, 5), (1, 2, 3, 4, 5, 6, 7),
                   (dict, (), None, None, iter([5])),
                   (copyreg.__newobj__, ()), (copyreg.__newobj__, (int, [])),
                   (copyreg.__newobj_ex__, (State, 5, {}))):
        yield [1, {"key": Reduced(*answer)}]
    yield Failing(), [Failing()]
    yield (one for one in "abc")
    yield {"a": [lambda: 5, 1]}
    yield (1, (2, (one for one in "abc")), 3, 4)
    yield {1, Reduced(5, 5)}
    yield frozenset([Reduced(5, 5)])


def pickling():
    for protocol in range(6):
        for value in list(values()) + list(wrong()):
            data = tried(_pickle.dumps, value, protocol)
            tried(_pickle.dump, value, io.BytesIO(), protocol)
            if data is not None:
                reading(data)
    for value in values():
        tried(_pickle.dumps, value, 5, buffer_callback=len)
        file = io.BytesIO()
        for kind in (Persistent, Overriding):
            tried(kind(file, 2).dump, value)
        tried(_pickle.dump, value, BadFile())
    tried(_pickle.dumps), tried(_pickle.dumps, 1, 99), tried(_pickle.dumps, 1, "x")
    tried(_pickle.dump, 1, 5), tried(_pickle.Pickler, 5), tried(_pickle.Pickler)
    tried(_pickle.dumps, 1, 2, buffer_callback=len)


def reading(data):
    tried(_pickle.loads, data)
    tried(_pickle.load, SlowFile(data))
    tried(_pickle.load, io.BytesIO(data))
    tried(PersistentLoad(io.BytesIO(data)).load)
    tried(BadLoad(io.BytesIO(data)).load)
    for at in (1, 3, len(data) // 3, len(data) // 2, len(data) - 1):
        tried(_pickle.loads, data[:at])


OPCODES = [b"(", b".", b"0", b"1", b"2", b"F1.5\n", b"Fx\n", b"I5\n", b"Ix\n",
           b"J\x01\x02\x03\x04", b"K\x05", b"L5L\n", b"Lx\n", b"M\x01\x02", b"N",
           b"R", b"S'text'\n", b"Sbad\n", b"V\\u20ac\n", b"a", b"b", b"}", b"]",
           b"cbuiltins\nlen\n", b"cnone\nsuch\n", b"d", b"e", b"g5\n", b"h\x01",
           b"ibuiltins\nlist\n", b"l", b"o", b"p1\n", b"q\x01", b"s", b"t", b"u",
           b")", b"G" + b"\0" * 8, b"\x81", b"\x82\x01", b"\x85", b"\x86",
           b"\x87", b"\x88", b"\x89", b"\x8a\x02\x01\x02", b"C\x02ab",
           b"\x8c\x02ab", b"\x8f", b"\x90", b"\x91", b"\x92", b"\x93", b"\x94",
           b"Pid\n", b"Q", b"\x96" + b"\x02" + b"\0" * 7 + b"ab", b"\x97",
           b"\x98", b"j\x01\0\0\0", b"r\x01\0\0\0", b"X\x02\0\0\0ab", b"\xff"]
STARTS = [b"\x80\x04", b"(", b"(K\x01K\x02", b"](K\x01", b"}(K\x01K\x02",
          b"]K\x01", b"}K\x01K\x02", b"\x8f(K\x01", b"cbuiltins\nlist\n)",
          b"cbuiltins\ndict\n]", b"K\x01K\x02K\x03", b"K\x01)}",
          b"(cbuiltins\nlist\n", b"\x8c\x08builtins\x8c\x03len"]


def machine():
    """Each operation after each of a few beginnings."""
    for start in STARTS:
        for opcode in OPCODES:
            tried(_pickle.loads, start + opcode + b".")
            tried(_pickle.loads, start + opcode)
    tried(_pickle.loads, b"K\x01.", encoding=5), tried(_pickle.loads, 5)
    tried(_pickle.loads, b"\x97.", buffers=[LASTING_BYTES[0]])
    tried(_pickle.loads, b"\x97\x98.", buffers=[bytearray(b"x")])
    tried(_pickle.loads, b"\x97.", buffers=5), tried(_pickle.loads)
    tried(_pickle.loads, b"S'\xff'\n.", encoding="bytes")
    tried(_pickle.load, 5), tried(_pickle.load, BadFile())
    tried(_pickle.Unpickler, 5), tried(_pickle.Unpickler)
    tried(_pickle.loads, b"cbuiltins\nlen.x\n.", fix_imports=False)


def memos():
    one = _pickle.Pickler(io.BytesIO())
    one.dump([LASTING_TEXT[0], State()])
    memo = one.memo.copy()
    one.memo = memo
    one.memo = one.memo
    one.memo.__reduce__(), one.memo.clear(), one.clear_memo()
    tried(setattr, one, "memo", 5), tried(setattr, one, "memo", {1: 2})
    tried(setattr, one, "memo", {"x": (1, 2)})
    tried(setattr, one, "persistent_id", 5), tried(delattr, one, "memo")
    one.persistent_id = lambda value: None
    one.persistent_id, one.bin, one.fast, one.__sizeof__()
    one.dump([1, State()])
    one.dispatch_table = {State: lambda value: (make, (1,))}
    one.dump([State()])
    one.dispatch_table = Failing()
    tried(one.dump, [State()])
    two = _pickle.Unpickler(io.BytesIO(_pickle.dumps(["a", State()])))
    two.load()
    memo = two.memo.copy()
    two.memo = memo
    two.memo = two.memo
    two.memo.__reduce__(), two.memo.clear(), two.__sizeof__()
    tried(setattr, two, "memo", 5), tried(setattr, two, "memo", {"x": 2})
    tried(setattr, two, "memo", {-1: 2}), tried(getattr, two, "persistent_load")
    two.persistent_load = len
    two.persistent_load, tried(setattr, two, "persistent_load", 5)
    tried(two.find_class, "builtins", "len"), tried(two.find_class, "no", "x")
    tried(two.find_class, 5, 5), tried(two.find_class, "builtins", "no")
    two.__init__(io.BytesIO(b"."), encoding="ascii", errors="strict")
    tried(two.__init__, 5), tried(one.__init__, 5), tried(two.load)


def step():
    pickling()
    machine()
    memos()

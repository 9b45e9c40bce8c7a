"""pickle and copy: every protocol, shared and recursive objects, reduce."""

import copy
import copyreg
import io
import pickle


class Plain:
    def __init__(self, value):
        self.value = value
        self.me = self

    def __eq__(self, other):
        return self.value == other.value


class Stateful:
    def __getstate__(self):
        return {"n": self.n}

    def __setstate__(self, state):
        self.n = state["n"] + 1


class Reduced:
    def __init__(self, *arguments):
        self.arguments = arguments

    def __reduce__(self):
        return Reduced, self.arguments, {"late": 1}


class Slots:
    __slots__ = ("a", "b")


class Bag(list):
    pass


copyreg.pickle(complex, lambda c: (complex, (c.real, c.imag)))
checksum = 0
for round in range(720):
    stateful, slots = Stateful(), Slots()
    stateful.n, slots.a, slots.b = round, [1], "b"
    shared = [1, 2.5, "text", b"bytes", None, True, 10 ** 30, 1j]
    data = {"a": shared, "b": shared, "set": {1, 2}, "frozen": frozenset("a"),
            "plain": Plain(round), "state": stateful, "reduce": Reduced(1, 2),
            "tuple": (1, (2, (3,))), "bag": Bag([1]), "slots": slots,
            "array": bytearray(b"xyz"), "range": range(5), "type": Plain,
            "function": len, "unicode": "größe猫𝒳" * 20}
    data["self"] = data
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        dumped = pickle.dumps(data, protocol)
        loaded = pickle.loads(dumped)
        checksum += len(dumped) + (loaded["a"] is loaded["b"])
        checksum += loaded["state"].n + (loaded["plain"].me.value == round)
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream)
    for item in shared:
        pickler.dump(item)
    stream.seek(0)
    unpickler = pickle.Unpickler(stream)
    checksum += len([unpickler.load() for _ in shared])
    try:
        unpickler.load()
    except EOFError:
        checksum += 1
    deep = copy.deepcopy(data)
    checksum += (deep["self"] is deep) + len(copy.copy(data))
    for wrong in (b"", b"garbage", b"\x80\x04.", b"(lp0\n"):
        try:
            pickle.loads(wrong)
        except Exception:
            checksum += 1
    try:
        pickle.dumps(lambda: 0)
    except Exception:
        checksum += 1
print(checksum)

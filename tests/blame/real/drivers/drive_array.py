import array
import io
import pickle

from exercise import Failing, LASTING_BYTES, failing_after, tried

CODES = "bBuhHiIlLqQfd"


class Mine(array.array):
    pass


class Broken:
    def read(self, size):
        raise ValueError

    def write(self, data):
        raise ValueError


class Odd:
    def read(self, size):
        return "text"


def values(code, count=12):
    if code == "u":
        return "".join(chr(97 + one) for one in range(count))
    return [one * 1.5 if code in "fd" else one for one in range(count)]


def items(one):
    list(one), one[0], one[-1], one[1:5], one[::2], one[::-1]
    one.append(one[0]), one.insert(1, one[2]), one.pop(), one.pop(0)
    one.count(one[0]), one.index(one[1]), one.reverse()
    tried(one.index, "none"), tried(one.remove, "none"), tried(one.pop, 900)
    tried(one.append, "none"), tried(one.insert, 1, []), tried(one.insert, "x")
    tried(one.append, Failing()), tried(one.__setitem__, 0, Failing())
    one.remove(one[3])
    one[0] = one[1]
    one[1:3] = one[4:9]
    one[::2] = one[::2]
    tried(one.__setitem__, slice(0, 4, 2), one[:1])
    tried(one.__setitem__, slice(0, 4), 5), tried(one.__setitem__, "x", 1)
    tried(one.__setitem__, 900, 1), tried(one.__getitem__, 900)
    tried(one.__getitem__, "x"), tried(one.__delitem__, 900)
    del one[0], one[1:2], one[::5]
    one[0] in one, "none" in one


def whole(one):
    one + one, one * 3, 2 * one, one == one, one < one[1:], one != 5
    tried(lambda: one + 5), tried(lambda: one * "x"), tried(lambda: one < 5)
    one += one[:2]
    one *= 1
    tried(one.__iadd__, 5), tried(one.__iadd__, [1])
    one.extend(one[:3]), tried(one.extend, [[]]), tried(one.extend, 5)
    tried(one.extend, failing_after(3)), tried(one.extend, ["none"])
    one.tolist(), one.tobytes(), one.buffer_info(), one.byteswap()
    one.byteswap(), repr(one), one.__copy__(), one.__deepcopy__({})
    one.__sizeof__(), one.typecode, one.itemsize
    for protocol in (0, 2, 3, 5):
        one.__reduce_ex__(protocol)
        pickle.loads(pickle.dumps(one, protocol))
    tried(one.__reduce_ex__, "x"), tried(one.__reduce_ex__)
    one.fromlist(one.tolist()), tried(one.fromlist, ["none", 5, []])
    tried(one.fromlist, 5)
    one.frombytes(one.tobytes()), tried(one.frombytes, b"x" * 7)
    tried(one.frombytes, 5)
    view = memoryview(one)
    tried(one.append, one[0]), view.tobytes(), view.release()


def files(one):
    one.tofile(io.BytesIO()), tried(one.tofile, Broken()), tried(one.tofile, 5)
    one.fromfile(io.BytesIO(one.tobytes()), len(one))
    tried(one.fromfile, io.BytesIO(b"x"), 5), tried(one.fromfile, Broken(), 1)
    tried(one.fromfile, Odd(), 1), tried(one.fromfile, 5, 1)
    tried(one.fromfile, io.BytesIO(), -1)


def making():
    for kind in (array.array, Mine):
        for code in CODES:
            one = kind(code, values(code))
            items(one), whole(one), files(one)
            iterator = iter(one)
            next(iterator), iterator.__reduce__(), iterator.__setstate__(3)
            tried(iterator.__setstate__, "x"), list(iterator)
            kind(code), kind(code, b"12345678" * 4), kind(code, one)
            kind(code, tuple(values("b"))) if code != "u" else None
            tried(kind, code, ["none"]), tried(kind, code, 5)
            tried(kind, code, failing_after(3)), tried(kind, code, [[]])
            tried(kind, code, bytearray(b"1234567")), tried(kind, code, "text")
            tried(kind, code, array.array("u", "abc"))
            tried(kind, code, [10 ** 30]), tried(kind, code, [-10 ** 30])
    tried(array.array), tried(array.array, "x"), tried(array.array, 5)
    tried(array.array, "b", [1], 5), tried(array.array, "i", x=1)
    one = array.array("u", "abc")
    one.fromunicode("def"), one.tounicode(), tried(one.fromunicode, 5)
    other = array.array("i", [1])
    tried(other.fromunicode, "x"), tried(other.tounicode)


def rebuilding():
    rebuild = array._array_reconstructor
    for code in CODES:
        for machine in range(-1, 23):
            tried(rebuild, array.array, code, machine, b"12345678" * 4)
    tried(rebuild, int, "b", 1, b""), tried(rebuild, 5, "b", 1, b"")
    tried(rebuild, array.array, "x", 1, b""), tried(rebuild, array.array)
    tried(rebuild, array.array, "b", 1, "text")
    tried(rebuild, Mine, "i", 8, LASTING_BYTES[0][:12])


def step():
    making()
    rebuilding()

import _struct
from exercise import Awkward, Failing, Number, tried


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class BadIndex:
    def __index__(self):
        raise Awkward


FORMATS = ["<bBhHiIlLqQ", ">bBhHiIlLqQ", "=bBhHiIlLqQ", "bBhHiIlLqQnN"]


def packing():
    for form in FORMATS:
        count = len(form.strip("<>="))
        data = _struct.pack(form, *[Index(9) for _ in range(count)])
        _struct.unpack(form, data)
        for at in range(count):
            values = [7] * count
            for bad in (BadIndex(), "text", 1 << 80, -(1 << 80), Failing(),
                        1.5):
                values[at] = bad
                tried(_struct.pack, form, *values)
    for form in ("<e", ">f", "=d", "e", "f", "d", "<?", "c", "3s", "5p", "P"):
        for value in (Number(2.5), Failing(), "x", b"y", b"abc", 1e300,
                      bytearray(b"q"), 77, True, float("nan")):
            data = tried(_struct.pack, form, value)
            if data:
                _struct.unpack(form, data)


def objects():
    for form in ("<i3sd", b">hh", "40x", "2c?", "<Q",
                 "nonsense", "3", "\u20ac", 5, None, b"\xff"):
        one = tried(_struct.Struct, form)
        if one is None:
            continue
        one.format, one.size, one.__sizeof__()
        buffer = bytearray(one.size * 3)
        tried(one.unpack, bytes(one.size))
        tried(one.unpack, b"short!!!!")
        tried(one.unpack, 5)
        tried(one.unpack_from, buffer, 1)
        tried(one.unpack_from, buffer, -1000)
        tried(one.unpack_from, buffer, 1000)
        tried(one.unpack_from, 5)
        list(tried(one.iter_unpack, buffer) or [])
        iterator = tried(one.iter_unpack, buffer)
        if iterator:
            iterator.__length_hint__()
            tried(next, iterator)
        tried(one.iter_unpack, b"1")
        tried(one.iter_unpack, 3)
        tried(one.pack, 1, b"abc", 1.5)
        tried(one.pack, 1, 2)
        tried(one.pack_into, buffer, 0, 1, 2)
        tried(one.pack_into, buffer, 0, 1, b"abc", 2.5)
        tried(one.pack_into, buffer, -900, 1, 2)
        tried(one.pack_into, b"fixed", 0, 1, 2)
        tried(one.pack_into)
        one.__init__(b"<i3sd")
        one.__init__("<i3sd")
        tried(one.__init__, "junk")


def functions():
    buffer = bytearray(30)
    tried(_struct.calcsize, "<iq")
    tried(_struct.calcsize, "4294967296999999999q")
    tried(_struct.pack_into, "<hh", buffer, 2, 1, 2)
    tried(_struct.pack_into, "<hh", buffer, Index(2), 1, BadIndex())
    tried(_struct.pack_into, "<hh", buffer, BadIndex(), 1, 1)
    tried(_struct.unpack_from, "<hh", buffer, 4)
    list(_struct.iter_unpack("<3h", bytes(buffer)))
    tried(_struct.pack)
    tried(_struct.pack_into)
    tried(_struct.unpack, Failing(), b"")
    _struct._clearcache()


def step():
    packing()
    objects()
    functions()

import mmap
import os
import tempfile

from exercise import Failing, tried

FILE = tempfile.TemporaryFile()
FILE.write(b"0123456789abcdef" * 512)
FILE.flush()


class Mine(mmap.mmap):
    pass


def step():
    for kind in (mmap.mmap, Mine):
        for arguments, named in (
                ((-1, 5000), {}), ((FILE.fileno(), 0), {}),
                ((FILE.fileno(), 100), {"access": mmap.ACCESS_READ}),
                ((FILE.fileno(), 100), {"access": mmap.ACCESS_COPY}),
                ((FILE.fileno(), 10 ** 9), {}), ((9999, 10), {}),
                ((FILE.fileno(), -1), {}), (("x", 1), {}), ((), {}),
                ((FILE.fileno(), 10), {"offset": 5}),
                ((FILE.fileno(), 10), {"offset": -5}),
                ((FILE.fileno(), 10), {"access": 99}),
                ((FILE.fileno(), 10), {"access": 1, "flags": 2}),
                ((-1, 0), {}), ((FILE.fileno(), 0), {"offset": 99999999})):
            one = tried(kind, *arguments, **named)
            if one is None:
                continue
            for item in (0, -1, 99999, slice(0, 9), slice(0, 20, 3), "x",
                         slice(5, 5), Failing(), slice("a")):
                tried(lambda: one[item])
                for value in (65, 999, b"x", b"x" * 9, "x", 1.5, Failing()):
                    tried(one.__setitem__, item, value)
            for name, what in (
                    ("find", (b"abc",)), ("find", (b"abc", 2, 50)),
                    ("find", (5,)), ("rfind", (b"abc",)), ("flush", ()),
                    ("flush", (0, 4096)), ("flush", (1, 2)), ("read", ()),
                    ("flush", (-1,)), ("read", (9,)), ("read", ("x",)),
                    ("seek", (0,)), ("seek", (5, 1)), ("seek", (999999,)),
                    ("seek", (0, 9)), ("readline", ()), ("read_byte", ()),
                    ("tell", ()), ("size", ()), ("write", (b"abc",)),
                    ("write", (5,)), ("write", (b"x" * 99999,)),
                    ("write_byte", (65,)), ("write_byte", ("x",)),
                    ("move", (0, 5, 5)), ("move", (0, 5, 1 << 40)),
                    ("madvise", (0,)), ("madvise", (99999,)),
                    ("madvise", (0, -1)), ("__enter__", ()),
                    ("__sizeof__", ()), ("seekable", ())):
                tried(lambda: getattr(one, name)(*what))
            view = memoryview(one)
            tried(one.close), tried(one.resize, 4096)
            view.release()
            tried(one.resize, 8192 if arguments[0] == -1 else 100)
            tried(one.resize, -1), repr(one), len(one)
            one.closed
            with one:
                pass
            for name in ("read", "tell", "size", "flush", "__len__",
                         "readline", "__enter__", "read_byte"):
                tried(lambda: getattr(one, name)())
            tried(lambda: one[0]), repr(one)
    os.ftruncate(FILE.fileno(), 8192)

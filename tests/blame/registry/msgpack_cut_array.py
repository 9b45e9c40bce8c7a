"""An Unpacker goes in the midst of nested arrays: the inner ones are kept."""
import msgpack

# Source: https://github.com/msgpack/msgpack-python/pull/671 (commit 406360b), mended in 1.2.0
CULPRIT = "unpack_clear __dealloc__"
PACKAGE = "msgpack==1.1.2"
PYTHON = "3.11"

DATA = msgpack.packb([[["value one"], "value two"]])[:-3]


def step():
    try:
        msgpack.unpackb(DATA)
    except ValueError:
        pass
    else:
        raise AssertionError

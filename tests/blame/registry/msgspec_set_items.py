"""Each item of a set that is packed."""
import msgspec

# Source: https://github.com/jcrist/msgspec/pull/991 (commit ef4d6c0), mended in 0.21.0
CULPRIT = "mpack_encode_set json_encode_set"
PACKAGE = "msgspec==0.20.0"
PYTHON = "3.11"


def step():
    msgspec.msgpack.encode({str(7) * 9})

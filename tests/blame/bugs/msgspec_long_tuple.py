"""The list from which a long tuple is made."""
import msgspec

CULPRIT = "mpack_decode_vartuple"
PACKAGE = "msgspec==0.14.1"


class Holder(msgspec.Struct):
    numbers: tuple[int, ...]


decoder = msgspec.msgpack.Decoder(Holder)
packed = msgspec.msgpack.encode({"numbers": list(range(17))})


def step():
    decoder.decode(packed)

"""Structures there and back, and one of a wrong type."""
#: needs msgspec
import msgspec


class Point(msgspec.Struct):
    a: int
    b: "list[str]"


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Point)
for number in range(2000):
    point = Point(number, ["x", "y"])
    assert decoder.decode(encoder.encode(point)) == point
    try:
        decoder.decode(b'{"a":"x"}')
    except msgspec.ValidationError:
        pass
print(point)

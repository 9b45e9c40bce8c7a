"""Messages there and back, and bytes that are none."""
#: needs protobuf
from google.protobuf import json_format, struct_pb2
from google.protobuf.message import DecodeError

for number in range(2000):
    message = struct_pb2.Struct()
    message.update({"a": 1, "b": [1, 2, "x"], "c": {"d": None}})
    coded = message.SerializeToString(deterministic=True)
    again = struct_pb2.Struct()
    again.ParseFromString(coded)
    json_format.MessageToDict(again)
    try:
        again.ParseFromString(b"\xff\xff")
    except DecodeError:
        pass
print(len(coded))

"""A time is assigned to a field: the message of that field."""
import datetime

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf import timestamp_pb2  # noqa: F401

# Source: https://github.com/protocolbuffers/protobuf/commit/e004c8bb3f, mended in 6.32.0
CULPRIT = "PyUpb_Message_SetFieldValue"
PACKAGE = "protobuf==6.31.1"
PYTHON = "3.11"

file = descriptor_pb2.FileDescriptorProto(
    name="event.proto", syntax="proto3",
    dependency=["google/protobuf/timestamp.proto"])
field = file.message_type.add(name="Event").field.add(
    name="when", number=1, label=1, type=11,
    type_name=".google.protobuf.Timestamp")
descriptor_pool.Default().Add(file)
Event = message_factory.GetMessageClass(
    descriptor_pool.Default().FindMessageTypeByName("Event"))
NOON = datetime.datetime(2020, 1, 1, 12)


def step():
    event = Event()
    event.when = NOON

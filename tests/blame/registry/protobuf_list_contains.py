"""The items of a ListValue in which `in` looks."""
from google.protobuf import struct_pb2

# Source: https://github.com/protocolbuffers/protobuf/commit/e5f9ab4d07, mended in 6.32.0
CULPRIT = "PyUpb_Message_Contains"
PACKAGE = "protobuf==6.31.1"
PYTHON = "3.11"

VALUES = struct_pb2.ListValue()
VALUES.extend(["one", "two"])


def step():
    "two" in VALUES

"""The first and the last number of each range of extensions."""
from google.protobuf import descriptor_pb2

# Source: https://github.com/protocolbuffers/protobuf/commit/3d31b0f786, mended in 7.36.0
CULPRIT = "PyUpb_Descriptor_GetExtensionRanges"
PACKAGE = "protobuf==7.35.1"
PYTHON = "3.11"


def step():
    descriptor_pb2.FileOptions.DESCRIPTOR.extension_ranges

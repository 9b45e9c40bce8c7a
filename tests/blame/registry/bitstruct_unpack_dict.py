"""Each value that is unpacked into a dict."""
import bitstruct.c

# Source: https://github.com/eerimoq/bitstruct/commit/09f588e, mended in 8.11.1
CULPRIT = "unpack_dict"
PACKAGE = "bitstruct==8.11.0"
PYTHON = "3.9"


def step():
    bitstruct.c.unpack_dict("u16u16", ["one", "two"], b"\x12\x34\x56\x78")

"""The part of a long string that is read so far, when the next one is joined to it."""
import io

import _cbor2 as cbor2

# Source: https://github.com/agronholm/cbor2/pull/290 (commit 5f217d2), mended in 5.9.0
CULPRIT = "decode_definite_long_string"
PACKAGE = "cbor2==5.8.0"
PYTHON = "3.11"

TEXT = ("a\u20ac" * 60000).encode()
PACKED = b"\x7a" + len(TEXT).to_bytes(4, "big") + TEXT


def step():
    cbor2.load(io.BytesIO(PACKED))

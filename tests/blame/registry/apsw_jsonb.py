"""The dictionary that is read from a broken JSONB."""
# Source: https://github.com/rogerbinns/apsw/issues/609, mended in 3.53.0.0
# Wheel, 3.11.7
import apsw

CULPRIT = "jsonb_decode_one_actual"
PACKAGE = "apsw==3.51.3.0"
PYTHON = "3.11"
BINARY = "1"

# an object of a key without a value
BAD = bytes([0x2C, 0x17, 0x61])


def step():
    try:
        apsw.jsonb_decode(BAD)
    except ValueError:
        pass

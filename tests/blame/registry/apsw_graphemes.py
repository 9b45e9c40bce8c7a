"""The offsets of the letters that are counted from the end."""
# Source: https://github.com/rogerbinns/apsw/commit/ed5a3866, mended in 3.49.0.0
# Wheel, 3.11.7
import apsw.unicode

CULPRIT = "grapheme_substr"
PACKAGE = "apsw==3.48.0.0"
PYTHON = "3.11"
BINARY = "1"

TEXT = "a text of some length " * 30


def step():
    apsw.unicode.grapheme_substr(TEXT, -400, None)

"""The names of the keyword arguments, when an argument is of a wrong type."""
# Source: https://github.com/rogerbinns/apsw/issues/624, mended in 3.54.1.0
# Wheel, 3.11.7
import apsw.unicode
from apsw import _unicode

CULPRIT = "ToUtf8PositionMapper_init"
PACKAGE = "apsw==3.53.1.0"
PYTHON = "3.11"
BINARY = "1"


def step():
    try:
        _unicode.to_utf8_position_mapper(utf8="text")
    except TypeError:
        pass

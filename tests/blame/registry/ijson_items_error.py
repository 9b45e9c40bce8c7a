"""Items cannot be made: the slices of the arguments are kept."""
import io

import ijson.backends.yajl2_c as backend
from ijson.backends import _yajl2

# Source: https://github.com/ICRAR/ijson/commit/1267a3f, mended in 3.4.0
CULPRIT = "itemsgen_init"
PACKAGE = "ijson==3.3.0"
PYTHON = "3.11"


def step():
    try:
        _yajl2.items(io.BytesIO(b"[]"), "no number", "item", dict)
    except TypeError:
        pass
    else:
        raise AssertionError

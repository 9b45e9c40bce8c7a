"""An array of a type that is not supported: the capsule that describes it."""
import numpy
import orjson

# Source: https://github.com/ijl/orjson/commit/35119dd, mended in 3.9.6
CULPRIT = "NumpyArray::new"
PACKAGE = "orjson==3.9.5 numpy==1.24.2"
PYTHON = "3.11"
BINARY = "1"

ARRAY = numpy.array([1 + 2j])


def step():
    try:
        orjson.dumps(ARRAY, option=orjson.OPT_SERIALIZE_NUMPY)
    except orjson.JSONEncodeError:
        pass
    else:
        raise AssertionError

"""The capsule of an array of numpy that cannot be packed."""
# Source: https://github.com/aviramha/ormsgpack/commit/c4fa629, mended in 1.4.0
# Wheel, 3.9
import numpy
import ormsgpack

CULPRIT = "NumpyArray::new ormsgpack::serialize::numpy::NumpyArray::new"
PACKAGE = "ormsgpack==1.3.0 numpy==1.21.6"
PYTHON = "3.9"
BINARY = "1"

ARRAY = numpy.array([1j, 2j])


def step():
    try:
        ormsgpack.packb(ARRAY, option=ormsgpack.OPT_SERIALIZE_NUMPY)
    except TypeError:
        pass

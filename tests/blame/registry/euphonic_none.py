"""None, which is returned without a reference."""
# Source: https://github.com/pace-neutrons/Euphonic/issues/270, mended in 1.2.1
# Wheel, 3.11
import sys

import numpy
from euphonic import Crystal, ForceConstants, ureg

CULPRIT = "calculate_phonons"
PACKAGE = "euphonic==1.2.0 numpy==1.26.4 scipy==1.11.4 pint==0.22 " \
          "seekpath==2.1.0 spglib==2.1.0 importlib_resources==5.12.0 " \
          "threadpoolctl==3.1.0 packaging==23.2 typing_extensions==4.8.0"
BINARY = "yes"
VERDICT = "deficit"
PYTHON = "3.11"

CONSTANTS = ForceConstants(
    Crystal(3 * numpy.eye(3) * ureg("angstrom"), numpy.zeros((1, 3)),
            numpy.array(["Si"]), numpy.array([28.]) * ureg("amu")),
    numpy.eye(3)[None] * ureg("hartree/bohr**2"),
    numpy.eye(3, dtype=numpy.int32), numpy.zeros((1, 3), dtype=numpy.int32))
POINTS = numpy.array([[.1, .2, .3]])


def probe():
    return sys.getrefcount(None)


def step():
    CONSTANTS.calculate_qpoint_phonon_modes(POINTS, use_c=True, n_threads=1)

"""The capsule that init() returns."""
# Source: https://github.com/openstack/pyeclib/commit/a0d1ae5, mended in 1.7.0
# Built, 3.11
import pyeclib_c

CULPRIT = "pyeclib_c_init"
PACKAGE = "pyeclib==1.6.4"
PYTHON = "3.11"


def step():
    pyeclib_c.init(2, 1, 6, 1)  # liberasurecode_rs_vand, which is always there

"""The names and the numbers in the dictionary of what is known of a segment."""
# Source: https://github.com/openstack/pyeclib/commit/cbb3d93, mended in 1.3.1
# Built, 3.9
import pyeclib_c

CULPRIT = "pyeclib_c_get_segment_info"
PACKAGE = "pyeclib==1.2.0"
PYTHON = "3.9"

HANDLE = pyeclib_c.init(2, 1, 6, 1)


def step():
    pyeclib_c.get_segment_info(HANDLE, 100000, 50000)

"""The list of the arguments that are deprecated, of which there are none in a call (the limited API)."""
# Source: https://github.com/astropy/astropy/commit/cafa1912aa, not mended in 8.0.2
# Wheel, 3.11
from astropy.cosmology._src.signature_deprecations import _depr_kws_wrap

CULPRIT = "depr_kws_wrap_call"
PACKAGE = ("astropy==7.2.0 numpy==2.2.6 pyerfa==2.0.1.5 PyYAML==6.0.2 packaging==23.2 "
           "astropy-iers-data==0.2025.1.6.0.33.42")
PYTHON = "3.11"
BINARY = "1"


def plain(**options):
    pass


WRAPPED = _depr_kws_wrap(plain, ("one", "two"), "7.0")


def step():
    WRAPPED(three=3)

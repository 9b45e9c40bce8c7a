"""The lists of converted places and the numbers of those that failed."""
# Source: https://github.com/aburrell/aacgmv2/commit/dd1a188, mended in 2.6.3
# Built, 3.11
import datetime as dt

import aacgmv2._aacgmv2 as aacgm

CULPRIT = "aacgm_v2_convert_arr"
PACKAGE = "aacgmv2==2.6.2 numpy==1.26.4"
PYTHON = "3.11"

CODE = aacgm.G2A


def step():
    aacgm.convert_arr([60., 61.], [0., 1.], [300., 300.], CODE)

"""Each MultiDict keeps its (heap) type when it goes."""
import sys

import multidict

# Source: https://github.com/aio-libs/multidict/commit/ad500ed4, mended in 7.0.0
CULPRIT = "multidict_tp_dealloc"
PACKAGE = "multidict==6.7.1"
PYTHON = "3.11"


def probe():
    return sys.getrefcount(multidict.MultiDict)


def step():
    multidict.MultiDict()

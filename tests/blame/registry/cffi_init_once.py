"""The pair in which FFI.init_once() stores its result."""
# Source: https://foss.heptapod.net/pypy/cffi/ "fix another (very minor) leak" (c8d56db4 of python-cffi/cffi), mended in 1.14.6
# Built, 3.9.18
from _cffi_backend import FFI

CULPRIT = "ffi_init_once"
PACKAGE = "cffi==1.14.5"
PYTHON = "3.9"


def begin():
    return [1]


def step():
    FFI().init_once(begin, "begin")

"""A tuple of output parameters is forgotten when one of them cannot be made."""
import ctypes

CULPRIT = "_build_result"


class Broken(ctypes.c_int):
    def __ctypes_from_outparam__(self):
        raise ValueError


prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int),
                             ctypes.POINTER(Broken))
function = prototype(("abs", ctypes.CDLL(None)), ((2, "first"), (2, "second")))


def step():
    try:
        function()
    except ValueError:
        pass

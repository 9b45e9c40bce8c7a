"""The token of the context that is left."""
# Source: https://github.com/aleaxit/gmpy/issues/515, mended in 2.3.0
# built
import gmpy2

CULPRIT = "GMPy_CTXT_Exit"
PACKAGE = "gmpy2==2.2.1"
PYTHON = "3.11"

context = gmpy2.context()


def step():
    with context:
        pass

"""The arguments that a partial call keeps."""
# Source: https://github.com/GrahamDumpleton/wrapt/commit/86f47b4, mended in 1.11.1
# Built with debug information
import wrapt.wrappers

CULPRIT = "WraptPartialCallableObjectProxy_init WraptPartialCallableObjectProxy_raw_init"
# Upstream added a tp_dealloc which releases what raw_init keeps.
PACKAGE = "wrapt==1.11.0"
PYTHON = "3.9"


def step():
    wrapt.wrappers.PartialCallableObjectProxy(print, object())

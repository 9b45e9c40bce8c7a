"""The binding of the wrapper that is wrapped once more."""
# Source: https://github.com/GrahamDumpleton/wrapt/issues/323, mended in 2.2.0
# Built with debug information, 3.11.7
import sys

import wrapt

CULPRIT = "WraptFunctionWrapper_init"
PACKAGE = "wrapt==2.1.2"
PYTHON = "3.11"


def wrapper(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs)


INNER = wrapt.FunctionWrapper(lambda: None, wrapper)


def probe():
    return sys.getrefcount(INNER._self_binding)


def step():
    wrapt.FunctionWrapper(INNER, wrapper)

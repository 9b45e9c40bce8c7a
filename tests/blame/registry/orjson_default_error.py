"""default() raises: the type and the traceback of its error."""
import orjson

# Source: https://github.com/ijl/orjson/commit/4550226, mended in 3.9.1
CULPRIT = "raise_dumps_exception_dynamic"
PACKAGE = "orjson==3.9.0"
PYTHON = "3.11"
BINARY = "1"

VALUE = object()


class Error(Exception):
    pass


def default(value):
    raise Error


def step():
    try:
        orjson.dumps(VALUE, default)
    except orjson.JSONEncodeError:
        pass
    else:
        raise AssertionError

"""The pair of a dictionary whose value cannot be encoded."""
# Source: https://github.com/simplejson/simplejson/commit/e8c7018, mended in 3.6.5
# Built, 3.9
import simplejson

CULPRIT = "encoder_listencode_dict"
PACKAGE = "simplejson==3.6.4"
PYTHON = "3.9"


def step():
    try:
        simplejson.dumps({"one": object()})
    except TypeError:
        pass
    else:
        raise AssertionError

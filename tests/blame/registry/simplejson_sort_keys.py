"""What sort() returns, when the keys of a dictionary are sorted."""
# Source: https://github.com/simplejson/simplejson/commit/113039a, mended in 3.12.1
# Built, 3.9
import sys

import simplejson

CULPRIT = "encoder_dict_iteritems"
PACKAGE = "simplejson==3.12.0"
PYTHON = "3.9"


def probe():
    return sys.getrefcount(None)


def step():
    simplejson.dumps({"one": 1, "two": 2}, sort_keys=True)

"""The number of the place at which update() goes on for a key."""
# Source: https://github.com/aio-libs/multidict/pull/1135, mended in 6.4.0
# Built with debug information, 3.11.7
import multidict

CULPRIT = "_dict_set_number"
PACKAGE = "multidict==6.3.2"
PYTHON = "3.11"

PAIRS = [("k%s" % i, i) for i in range(300)]


def step():
    multidict.MultiDict(PAIRS).update(PAIRS)

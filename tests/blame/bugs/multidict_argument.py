"""The argument of MultiDict()."""
import multidict

CULPRIT = "multidict_tp_init"
PACKAGE = "multidict==6.3.1"


def step():
    multidict.MultiDict([("name one", "value one")])

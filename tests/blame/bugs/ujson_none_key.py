"""The text "null" for a key that is None."""
import ujson

CULPRIT = "Dict_iterNext"
PACKAGE = "ujson==5.7.0"


def step():
    ujson.dumps({None: 1})

"""A control: memory of malloc is lost, no reference is."""
import ujson

CULPRIT = ""
PACKAGE = "ujson==5.7.0"


def step():
    ujson.loads("1" * 40)

"""default() returns text that is not ASCII: one of the two, text or bytes."""
import ujson

# Source: https://github.com/ultrajson/ultrajson/pull/714 (commit 19ad326), mended in 5.12.1
CULPRIT = "PyUnicodeToUTF8 PyUnicodeToUTF8Raw Object_endTypeContext"
PACKAGE = "ujson==5.12.0"
PYTHON = "3.11"

VALUE = object()


def default(value):
    return "".join(["caf", "\u00e9", " au lait"])


def step():
    ujson.dumps(VALUE, default=default)

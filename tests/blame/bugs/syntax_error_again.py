"""A second SyntaxError.__init__ overwrites six fields; no memory grows."""
import sys

CULPRIT = "SyntaxError_init"

text = object()
details = ("file name", 1, 2, text, 3, 4)


def step():
    error = SyntaxError("message", details)
    error.__init__("message", details)


def probe():
    return sys.getrefcount(text)

"""The text of the dictionary within repr()."""
# Source: https://github.com/Marco-Sulla/python-frozendict/issues/59, mended in 2.3.3
# Built with debug information
import frozendict

CULPRIT = "frozendict_repr"
PACKAGE = "frozendict==2.3.0"
PYTHON = "3.10"

SOME = frozendict.frozendict(a=1, b=2)


def step():
    repr(SOME)

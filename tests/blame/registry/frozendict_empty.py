"""The dictionary in whose place the one empty dictionary is returned."""
# Source: https://github.com/Marco-Sulla/python-frozendict/issues/60, mended in 2.3.3
# Built with debug information
import frozendict

CULPRIT = "frozendict_create_empty"
PACKAGE = "frozendict==2.3.0"
PYTHON = "3.10"


def step():
    frozendict.frozendict({})

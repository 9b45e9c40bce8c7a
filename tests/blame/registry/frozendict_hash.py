"""The items from which the hash is made."""
# Source: https://github.com/Marco-Sulla/python-frozendict/commit/8def42c, mended in 2.3.2
# Built with debug information
import frozendict

CULPRIT = "frozendict_hash"
PACKAGE = "frozendict==2.3.0"
PYTHON = "3.10"


def step():
    hash(frozendict.frozendict(a=1, b=2))

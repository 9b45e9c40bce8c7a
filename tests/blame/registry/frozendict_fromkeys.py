"""The arguments with which fromkeys() calls a derived type."""
# Source: https://github.com/Marco-Sulla/python-frozendict/commit/d677413, mended in 2.3.4
# Built with debug information
import frozendict

CULPRIT = "frozendict_fromkeys_impl frozendict_fromkeys"
PACKAGE = "frozendict==2.3.0"
PYTHON = "3.10"


class Derived(frozendict.frozendict):
    pass


def step():
    Derived.fromkeys("abc", 1)

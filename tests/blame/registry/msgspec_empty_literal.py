"""A Literal without any item: its (empty) tuple of arguments is kept."""
import sys
from typing import Literal

import msgspec

# Source: https://github.com/jcrist/msgspec/pull/1021 (commit 9c9b7d3), mended in 0.22.0
CULPRIT = "typenode_collect_literal"
PACKAGE = "msgspec==0.21.0"
PYTHON = "3.11"

KIND = Literal[()]


def probe():
    return sys.getrefcount(())


def step():
    try:
        msgspec.json.Decoder(KIND)
    except TypeError:
        pass
    else:
        raise AssertionError

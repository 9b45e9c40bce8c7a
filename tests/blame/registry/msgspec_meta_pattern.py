"""Each Meta keeps its compiled pattern once too often."""
import re

import msgspec

# Source: https://github.com/jcrist/msgspec/pull/899 (commit 233d916), mended in 0.20.0
CULPRIT = "Meta_new"
PACKAGE = "msgspec==0.19.0"
PYTHON = "3.11"


def probe():
    import sys
    return sys.getrefcount(re.compile("no such pattern"))


def step():
    msgspec.Meta(pattern="no such pattern")

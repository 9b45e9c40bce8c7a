"""The iterator over a set and the member that was looked for are kept when it is found."""
# Source: https://github.com/zhuyifei1999/guppy3/issues/51 (finding 8, commit 16ed1df), mended in 3.1.7
# Built, 3.11.7
from guppy import Root

CULPRIT = "set_relate"
PACKAGE = "guppy3==3.1.6"
PYTHON = "3.11"

view = Root().guppy.heapy.Path
MEMBER = ("member",)
SET = {MEMBER}


def probe():
    import sys
    return sys.getrefcount(MEMBER) + sys.getrefcount(SET)


def step():
    view.relation(SET, MEMBER)

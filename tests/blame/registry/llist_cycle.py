"""A list that is in itself: no tp_traverse."""
# Source: https://github.com/ajakubek/python-llist/commit/26bb440, mended in 0.6
# Built, 3.9
from llist import dllist

CULPRIT = "dllist_new dllist_appendright dllistnode_create dllistnode_new"
PACKAGE = "llist==0.5"
PYTHON = "3.9"
VERDICT = "cycle"


def step():
    values = dllist()
    values.append(values)

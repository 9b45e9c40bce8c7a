"""The pair that is taken out of a full dictionary."""
# Source: https://github.com/amitdev/lru-dict/commit/d35542c, mended after 1.4.1
# Built, 3.11
from lru import LRU

CULPRIT = "LRU_popitem"
PACKAGE = "lru-dict==1.3.0"
PYTHON = "3.11"

NEWEST = LRU(10)


def step():
    NEWEST["key"] = "value"
    NEWEST.popitem()

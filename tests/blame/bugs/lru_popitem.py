"""The item that LRU.popitem() returns is kept as well."""
import lru

CULPRIT = "LRU_popitem"
PACKAGE = "lru-dict==1.4.1"


def step():
    cache = lru.LRU(2)
    cache["key"] = "value"
    cache.popitem()

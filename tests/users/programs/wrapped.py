"""A cache without a limit that only a method of it leads to."""
#: finds some dict
#: held lru_cache of __main__.INFO.__self__
import functools
import sys

import endings


def make():
    @functools.lru_cache(maxsize=None)
    def load(number):
        return {"number": number}

    def answer(number):
        return len(CACHED[0](number))
    CACHED.append(load)
    return load.cache_info, answer


CACHED = []
INFO, answer = make()
for number in range(8000):
    answer(number)
del CACHED[:]
endings.end(sys.argv[1])

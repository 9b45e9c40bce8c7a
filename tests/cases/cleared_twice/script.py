"""A closure whose frames are cleared twice: each call releases its cell again.

    script.py [--correct]

The cell has references to lose. They are not given back at the end, where the
interpreter would come upon its freed memory.
"""
import os
import sys

import cleared_twice


def make(rate):
    def times(amount):
        return amount * rate
    return times


times = make(2)
held = [times.__closure__[0] for _ in range(400)]
cleared_twice.begin("--correct" not in sys.argv)
total = 0
for amount in range(200):
    total += times(amount)
cleared_twice.end()
print("total", total, flush=True)
os._exit(0)

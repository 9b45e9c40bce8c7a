"""Closures that are called once each, in a copy of their frame.

    script.py [--correct]

The copy is that of tests/examples/double_copied_free_vars. No object is taken
ten times: that it is wrong shows in all of them together.
"""
import sys

import shadow_eval


def make(rate):
    def times(amount):
        return amount * rate

    shadow_eval.choose(times, correct="--correct" in sys.argv)
    return times


total = 0
for rate in range(24):
    total += make(rate)(2)
print("total", total)

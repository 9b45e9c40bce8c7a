"""Closures in a copy of their frame, while frames are audited.

    script.py [--correct]

The copy is that of tests/examples/double_copied_free_vars.
"""
import sys

import shadow_eval


def make(rate):
    def times(amount):
        return amount * rate

    shadow_eval.choose(times, correct="--correct" in sys.argv)
    return times


print("total", sum(make(rate)(2) for rate in range(24)))

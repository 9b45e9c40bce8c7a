"""A class whose __hash__ returns a list: wrong, and Python says so.

    script.py [CALLS]

Every hash() raises TypeError, as it must. But CPython 3.11, and others up to
3.13, forget to release what __hash__ returned, so each failed call leaves one
list behind.
"""

import gc
import sys


class Route:
    def __hash__(self):
        return []


def main(arguments):
    if len(arguments) > 1 or not all(one.isdigit() for one in arguments):
        sys.exit(__doc__)
    calls = int(arguments[0]) if arguments else 10000

    route = Route()
    refused = 0
    before = len([one for one in gc.get_objects() if type(one) is list])
    for _ in range(calls):
        try:
            hash(route)
        except TypeError:
            refused += 1
    gc.collect()
    after = len([one for one in gc.get_objects() if type(one) is list])
    print("refused %d times, %d more lists than before"
          % (refused, after - before))


main(sys.argv[1:])

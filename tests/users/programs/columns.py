"""Nothing leaks: an extension keeps a table of its own, in memory of C."""
import sys

import endings
import readings


def describe(number):
    return {"number": number, "name": "column %d" % number}


for number in range(1500):
    readings.add_column(describe(number))
lengths = [len(str(describe(number))) for number in range(20000)]
endings.end(sys.argv[1])

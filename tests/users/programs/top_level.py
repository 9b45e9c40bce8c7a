"""Nothing leaks, or all of it does: who knows what a top level is to keep?"""
#: hint top_level.py:9 keeps
import sys

import endings

KEPT = []
for number in range(20000):
    KEPT.append({"number": number})
endings.end(sys.argv[1])

"""Calls as deep as they may be, and deeper."""
import json
import sys

sys.setrecursionlimit(20000)


def down(depth):
    return 0 if depth == 0 else 1 + down(depth - 1)


for number in range(20):
    down(8000)
for call in (lambda: down(10 ** 6), lambda: json.loads("[" * 1000000)):
    try:
        call()
    except RecursionError:
        print("too deep")

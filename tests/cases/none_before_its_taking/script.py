import sys

from none_before_its_taking import Pair

# From 3.12 on None is immortal.
if sys.version_info >= (3, 12):
    print("what is left of None tells nothing here", flush=True)

for number in range(12000):
    Pair(None, [number])

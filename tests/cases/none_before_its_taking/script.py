import sys

import none_before_its_taking
from none_before_its_taking import Pair

# From 3.12 on None is immortal.
if sys.version_info >= (3, 12) or not hasattr(none_before_its_taking,
                                              "HAS_THE_BUG"):
    print("what is left of None tells nothing here", flush=True)

for number in range(12000):
    Pair(None, [number])

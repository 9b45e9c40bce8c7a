import os
import sys

from stores_its_default import Coder

if sys.version_info >= (3, 12):
    print("None has no count", flush=True)
    os._exit(0)
kept = [None] * 5000
for number in range(1000):
    Coder(str(number), "sep").cursor(number)
os._exit(0)  # before the list is let go of

import os
import sys

from yielded_to_a_reader import read_with

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)
kept = [None] * 5000  # or None would die of it
for number in range(1000 if sys.version_info < (3, 12) else 0):
    read_with("text", number % 2 == 0)
os._exit(0)  # before the list is let go of

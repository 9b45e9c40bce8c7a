import ctypes  # other modules of C have code to be read, too
import json
import os
import sys

from yields_the_type import Part, kind

if sys.version_info >= (3, 13):
    print("types in static data are immortal", flush=True)
kept = [Part] * 5000
for number in range(1000):
    kind(1)
os._exit(0)  # before the list is let go of

import os
import sys

from yields_what_was_kept import Thing

# Py_INCREF is a function of the module's there where nothing is inlined, and
# thing_init is blamed.
if sys.version_info >= (3, 12):
    print("not asked of this version", flush=True)
    os._exit(0)
name = "".join(["na", "me"])
kept = [name] * 3000
for number in range(1000):
    Thing(name).name
os._exit(0)  # before the list is let go of

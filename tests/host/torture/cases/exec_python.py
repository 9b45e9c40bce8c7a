"""A program that becomes another Python."""
#: prints before
#: prints after
import os
import sys

print("before", flush=True)
os.execv(sys.executable, [sys.executable, "-S", "-c", "print('after')"])

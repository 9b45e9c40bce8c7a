"""A program that becomes another Python. Nobody can tell that its ledger was
finished: it is cut short at that moment."""
#: prints before
#: prints after
#: ledger any
import os
import sys

print("before", flush=True)
os.execv(sys.executable, [sys.executable, "-S", "-c", "print('after')"])

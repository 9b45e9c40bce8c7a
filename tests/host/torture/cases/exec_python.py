"""A program that becomes another Python: its ledger is finished before."""
#: prints before
#: prints after
#: ledger finished
import os
import sys

print("before", flush=True)
os.execv(sys.executable, [sys.executable, "-S", "-c", "print('after')"])

"""os._exit: nothing is flushed, nothing runs, the status stands."""
#: prints said
#: status 7
#: ledger any
import atexit
import os

atexit.register(print, "never")
os.write(1, b"said\n")
kept = [[i] for i in range(10000)]
os._exit(7)

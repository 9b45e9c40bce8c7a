"""abort, with the trace that faulthandler prints."""
#: prints before
#: status -6
#: ledger finished
import faulthandler
import os

faulthandler.enable()
os.write(1, b"before\n")
os.abort()

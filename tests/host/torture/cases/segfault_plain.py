"""A crash without any handler."""
#: prints before
#: status -11
#: ledger finished
import ctypes
import os

os.write(1, b"before\n")
ctypes.memset(8, 0, 1)

"""A crash with faulthandler: same trace, same signal."""
#: prints before
#: status -11
#: ledger finished
import ctypes
import faulthandler
import os


def crash():
    ctypes.string_at(0)


faulthandler.enable()
os.write(1, b"before\n")
sorted([1], key=lambda value: crash())

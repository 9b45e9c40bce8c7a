"""A stack overflow: faulthandler reports it on its alternate stack."""
#: prints before
#: status -11
#: ledger finished
import faulthandler
import os

faulthandler.enable()
os.write(1, b"before\n")
faulthandler._stack_overflow()

"""Somebody removes the ledger while it is being written."""
#: prints 200000
#: may say
#: ledger none
import glob
import os

for name in glob.glob("run.*.ledger"):
    os.unlink(name)
print(len([[i] for i in range(200000)]))

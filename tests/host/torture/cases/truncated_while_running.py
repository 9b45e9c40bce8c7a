"""Somebody cuts the ledger short while it is being written: pages of a
mapping beyond the end of its file are a bus error."""
#: prints 200000
#: may say
#: ledger any
import glob
import os

kept = [[i] for i in range(100000)]
for name in glob.glob("run.*.ledger"):
    os.truncate(name, 64 * 1024)
print(len(kept + [[i] for i in range(100000)]))

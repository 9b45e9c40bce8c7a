"""Somebody cuts the ledger short while it is being written."""
#: prints 400000
#: may say
#: ledger none
import glob
import os
import signal

kept = [[i] for i in range(100000)]
names = glob.glob("run.*.ledger")
assert signal.getsignal(signal.SIGBUS) == signal.SIG_DFL
for name in names:
    os.truncate(name, 0)
kept += [{i: i} for i in range(200000)]
del kept[:50000]
kept += [(i,) for i in range(150000)]
print(len(kept))
for name in names:
    os.unlink(name)

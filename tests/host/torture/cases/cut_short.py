"""Somebody cuts the ledger short while it is being written.

With nothing tracked there is nothing to lose, and nobody is on guard.
"""
#: prints 400000
#: may say
#: ledger none
import glob
import os
import signal

kept = [[i] for i in range(100000)]
names = glob.glob("run.*.ledger")
cut = names if os.environ.get("REFTALLY_TRACK") == "all" else []
assert signal.getsignal(signal.SIGBUS) == signal.SIG_DFL
for name in cut:
    os.truncate(name, 0)
kept += [{i: i} for i in range(200000)]
del kept[:50000]
kept += [(i,) for i in range(150000)]
print(len(kept))
for name in names:
    os.unlink(name)

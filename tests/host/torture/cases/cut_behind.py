"""Somebody cuts off the end of the ledger, and then all of it."""
#: prints 300000
#: may say
#: ledger none
import glob
import os

kept = [[i] for i in range(100000)]
names = glob.glob("run.*.ledger")
for share in 3, 2, 1, 0:
    for name in names:
        os.truncate(name, os.stat(name).st_size * share // 4)
    for one in kept:
        one.append(share)
    kept += [{i: i} for i in range(50000)]
    kept = [list(one) for one in kept]
print(len(kept))
for name in names:
    os.unlink(name)

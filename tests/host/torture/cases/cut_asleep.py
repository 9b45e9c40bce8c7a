"""Somebody cuts the ledger short before recording begins."""
#: setting start SIGUSR1
#: prints 1000
#: may say
#: ledger none
import glob
import os
import signal

names = glob.glob("run.*.ledger")
for name in names:
    os.truncate(name, 0)
if "REFTALLY_START" in os.environ:
    os.kill(os.getpid(), signal.SIGUSR1)
kept = [[i] for i in range(1000)]
print(len(kept))
for name in names:
    os.unlink(name)

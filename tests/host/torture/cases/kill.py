"""kill -9 leaves a readable ledger, marked as running."""
#: prints going
#: status -9
#: ledger running
import os
import signal

os.write(1, b"going\n")
kept = [[i] for i in range(50000)]
os.kill(os.getpid(), signal.SIGKILL)

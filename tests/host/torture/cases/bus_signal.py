"""Another process sends SIGBUS, which nobody handles."""
#: prints about to
#: status -7
#: ledger finished
import os
import signal

kept = [[i] for i in range(50000)]
print("about to", flush=True)
os.kill(os.getpid(), signal.SIGBUS)

"""Death by a signal that nobody handles."""
#: prints waiting
#: status -15
#: ledger finished
import os
import signal

os.write(1, b"waiting\n")
kept = [[i] for i in range(10000)]
os.kill(os.getpid(), signal.SIGTERM)

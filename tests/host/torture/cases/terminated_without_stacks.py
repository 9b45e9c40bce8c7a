"""A signal ends it in order when no stacks are recorded, too."""
#: setting stack none
#: status -15
#: ledger finished
import os
import signal

kept = [[i] for i in range(1000)]
os.kill(os.getpid(), signal.SIGTERM)

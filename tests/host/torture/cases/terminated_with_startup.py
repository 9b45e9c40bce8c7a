"""A signal ends it in order when the start is recorded as well."""
#: setting startup 1
#: status -15
#: ledger finished
import os
import signal

kept = [[i] for i in range(1000)]
os.kill(os.getpid(), signal.SIGTERM)

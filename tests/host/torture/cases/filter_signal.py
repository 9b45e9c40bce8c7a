"""A signal that nobody handles, where a filter kills at what handles it."""
#: prints waiting
#: status -15
#: says
#: ledger running
import os
import signal
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))
import refuse  # noqa: E402

if not refuse.install(refuse.ORDINARY + ["getpid", "kill"], refuse.ALLOW,
                      refuse.KILL):
    print("no seccomp filter can be made here")
    sys.exit(77)
os.write(1, b"waiting\n")
kept = [[i] for i in range(10000)]
os.kill(os.getpid(), signal.SIGTERM)

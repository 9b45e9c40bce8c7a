"""A timer of the program's own that nobody handles ends it; what came of the
timer is not taken for the library's."""
#: prints a moment more
#: status -14
#: ledger finished
import signal

signal.setitimer(signal.ITIMER_REAL, 0.2)
print("a moment more", flush=True)
while True:
    [object() for _ in range(1000)]

"""Control and backslash, as a terminal sends it to who is busy."""
#: prints quits
#: status -3
#: ledger finished
import os
import signal

print("quits", flush=True)
if os.fork() == 0:
    os.kill(os.getppid(), signal.SIGQUIT)
    os._exit(0)
while True:
    [object() for _ in range(1000)]

"""Interpreters with locks of their own run while the first one forks, is
interrupted and loads modules, and some are still alive when it ends."""
#: prints started
#: prints children 20
#: prints signals caught
#: prints done
#: may say
#: ledger any
import os
import signal
import subprocess
import sys
import threading

if sys.version_info < (3, 12):
    print("no interpreter has a lock of its own")
    raise SystemExit(77)
if sys.version_info >= (3, 13):
    import _interpreters as interpreters

    def create():
        return interpreters.create("isolated")
else:
    import _xxsubinterpreters as interpreters

    def create():
        return interpreters.create(isolated=True)

SOURCE = """
import zlib, math, array, struct
for number in range(60):
    things = {str(i): [i, (i, {i})] for i in range(200)}
    try:
        things["missing"]
    except KeyError as error:
        things.clear()
"""
caught = 0


def catch(number, frame):
    global caught
    caught += 1


def work():
    one = create()
    interpreters.run_string(one, SOURCE)
    interpreters.destroy(one)


signal.signal(signal.SIGALRM, catch)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
print("started", flush=True)
# CPython's own children do not always survive here: these run another program.
subprocess._USE_VFORK = False
children = 0
for number in range(20):
    children += subprocess.call(["/bin/true"]) == 0
print("children", children)
for thread in threads:
    thread.join()
signal.setitimer(signal.ITIMER_REAL, 0)
print("signals caught" if caught else "no signal")
alive = [create() for _ in range(2)]
interpreters.run_string(alive[0], SOURCE)
print("done", flush=True)
os._exit(0)

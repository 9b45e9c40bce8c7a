"""Interpreters within the interpreter: made, run and closed by any thread."""

import sys
import threading

if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        print("no module for interpreters")
        raise SystemExit

CODE = """if True:
    kept = [{"i": [i]} for i in range(200)]
    class Local:
        def __init__(self, value):
            self.value = value
    things = [Local(i) for i in range(100)]
    total = sum(thing.value for thing in things)
    assert total == 4950
    """
checksum = 0


def create():
    """One that shares the lock of the first."""
    if sys.version_info >= (3, 13):
        return interpreters.create("legacy")
    return interpreters.create(isolated=False)


def run(interpreter):
    global checksum
    for _ in range(3):
        interpreters.run_string(interpreter, CODE)
        checksum += 1


def elsewhere(function, *arguments):
    if (3, 11, 3) <= sys.version_info < (3, 12):
        function(*arguments)  # these wait for ever when another thread calls
        return
    thread = threading.Thread(target=function, args=arguments)
    thread.start()
    thread.join()


for _ in range(3):
    made = [create() for _ in range(3)]
    for one in made:
        elsewhere(run, one)
    run(made[0])
    for one in made:
        elsewhere(interpreters.destroy, one)

print(checksum)

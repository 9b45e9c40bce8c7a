"""oracle - what one step of a driver leaks, said by a debug interpreter.

    python3.11-dbg oracle.py FOLDER_OF_DRIVE FOLDER_OF_MODULE

Prints the references that a step leaves behind, and the largest and smallest
of three measurements. References to objects in static data (None, small
integers, static types ...) are left out: they cost nothing and reftally does
not look at them unless told to.
"""
import gc
import sys

WARM_UP, STEPS, ROUNDS = 30, 20, 3

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:3]
import drive  # noqa: E402


def static_objects():
    found = [None, True, False, NotImplemented, Ellipsis, (), "", b""]
    found += range(-5, 257)
    found += [chr(i) for i in range(256)] + [bytes([i]) for i in range(256)]
    types, waiting = {}, [object]
    while waiting:
        one = waiting.pop()
        types[id(one)] = one
        waiting += [sub for sub in type.__subclasses__(one)
                    if id(sub) not in types]
    return found + [one for one in types.values()
                    if not one.__flags__ & 1 << 9]


def settle():
    gc.collect()
    sys._clear_type_cache()  # its entries refer to None or to a name


def measure(static):
    count = sys.getrefcount
    settle()
    before = sum(map(count, static))
    total = sys.gettotalrefcount()
    for _ in range(STEPS):
        drive.step()
    settle()
    leaked = sys.gettotalrefcount() - total
    return (leaked - (sum(map(count, static)) - before)) / STEPS


for _ in range(WARM_UP):
    drive.step()
everything = static_objects()
measure(everything)
rounds = sorted(measure(everything) for _ in range(ROUNDS))
print(rounds[len(rounds) // 2], rounds[-1], rounds[0])

"""Prove that every birth and death is seen: ask the interpreter.

    announced.py [--times N]

From CPython 3.13 on the interpreter announces births and deaths of objects to
one that asks (PyRefTracer_SetTracer). Many operations are done, and at each
announcement the ledger must have the object's very count, or no account of it
when it is dead; and the ledger must know of no other births. Run with
libreftally.so preloaded. (3.13.0 does not announce all deaths.)

Status: 0 equal, 1 different, 77 not possible here (the reason is printed).
"""

import ctypes
import gc
import sys

from hardware import GENERAL, SUBJECTS


class Announced(ctypes.Structure):
    """struct reftally_announced"""
    _fields_ = [(name, ctypes.c_uint64) for name in (
        "births", "deaths", "again", "wrong_births", "wrong_deaths",
        "ledger_births", "ledger_births_before")]


def work(times):
    for make, own in SUBJECTS.values():
        subject = make()
        for operation in GENERAL + own:
            for _ in range(times):
                operation(subject)


def listen(tracer, times):
    announced = Announced()
    set_tracer = ctypes.pythonapi.PyRefTracer_SetTracer
    set_tracer.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    work(1)  # caches are warm, errors come here
    gc.collect()
    if set_tracer(ctypes.cast(tracer, ctypes.c_void_p),
                  ctypes.addressof(announced)) != 0:
        raise SystemError("PyRefTracer_SetTracer refused")
    try:
        work(times)
        gc.collect()
    finally:
        set_tracer(None, None)
    return announced


def main(arguments):
    times = 20
    if arguments[:1] == ["--times"]:
        if len(arguments) != 2 or not arguments[1].isdigit() or not int(
                arguments[1]):
            sys.exit("announced.py: --times wants a number above 0")
        times = int(arguments[1])
    elif arguments:
        sys.exit(__doc__)
    if not hasattr(ctypes.pythonapi, "PyRefTracer_SetTracer"):
        print("not possible here: before CPython 3.13 nobody announces births"
              " and deaths")
        return 77
    try:
        tracer = ctypes.CDLL(None).reftally_tracer
    except AttributeError:
        print("not possible here: libreftally.so is not preloaded")
        return 77
    found = listen(tracer, times)
    births = found.ledger_births - found.ledger_births_before
    equal = (found.births > 0 and found.deaths > 0
             and found.wrong_births == found.wrong_deaths == 0
             and found.births - found.again == births)
    print("%d births announced, %d of what lived on, %d in the ledger;"
          " %d deaths: %s" % (found.births, found.again, births, found.deaths,
                              "equal" if equal else "different"))
    if found.wrong_births or found.wrong_deaths:
        print("    the ledger had another count at %d births and %d deaths"
              % (found.wrong_births, found.wrong_deaths))
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

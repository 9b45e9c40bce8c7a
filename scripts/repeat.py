"""repeat.py ROUNDS WARM_UP MODULE:FUNCTION: calls the function, without
arguments, WARM_UP times and then ROUNDS times more, with a checkpoint before
the first of these and after each.

Started by `reftally run --call`. What the function raises ends the program as
it would end any other, and so does sys.exit.
"""

import ctypes
import gc
import importlib
import os
import sys


def find_marks():
    try:
        # PyDLL keeps the interpreter's lock: what is counted stands still.
        library = ctypes.PyDLL(None)
        return library.reftally_checkpoint, library.reftally_round
    except AttributeError:  # recording stopped before it began
        return lambda label: None, lambda: None


def find_function(name):
    module_name, _, path = name.partition(":")
    try:
        found = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # Only when it is this very module that is missing.
        if error.name is None or not (module_name + ".").startswith(
                error.name + "."):
            raise
        sys.exit(f"reftally: --call={name}: there is no module "
                 f"{error.name}")
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            sys.exit(f"reftally: --call={name}: {module_name} has no {path}")
    if not callable(found):
        sys.exit(f"reftally: --call={name}: {path} cannot be called")
    return found


def repeat(function, rounds, warm_up, checkpoint, mark_round):
    for _ in range(warm_up):
        function()
    # Garbage in cycles comes and goes when it likes; it must not look like
    # growth.
    gc.collect()
    checkpoint(b"warm")
    for _ in range(rounds):
        function()
        gc.collect()
        mark_round()


def main():
    marks = find_marks()
    # A module of the program's may have the name of one beside this file.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if folder != here]
    rounds, warm_up, name = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path.insert(0, "")  # as with python -c
    del sys.argv[1:]
    repeat(find_function(name), rounds, warm_up, *marks)


if __name__ == "__main__":
    main()

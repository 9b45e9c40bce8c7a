"""repeat.py ROUNDS WARM_UP MODULE:FUNCTION: calls the function, without
arguments, WARM_UP times and then ROUNDS times more, with a checkpoint before
the first of these and after each.

Started by `reftally run --call`. What the function raises ends the program as
it would end any other, and so does sys.exit.
"""

import gc
import importlib
import os
import sys


def import_marks():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    import reftally_marks
    sys.path[:] = [folder for folder in sys.path if folder != here]
    return reftally_marks


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


def repeat(function, rounds, warm_up, marks):
    for _ in range(warm_up):
        function()
    # Garbage in cycles comes and goes when it likes; it must not look like
    # growth.
    gc.collect()
    marks.checkpoint("warm")
    for _ in range(rounds):
        function()
        gc.collect()
        marks.round()


def main():
    marks = import_marks()
    rounds, warm_up, name = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path.insert(0, "")  # as with python -c
    del sys.argv[1:]
    repeat(find_function(name), rounds, warm_up, marks)


if __name__ == "__main__":
    main()

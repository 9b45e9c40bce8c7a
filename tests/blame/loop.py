"""loop - runs a step again and again.

    python3 loop.py FOLDER FOLDER_OF_MODULE STEPS [NAME]

The step is that of NAME.py in the folder; drive.py, unless it is said. Where
that has ROUNDS, there is a checkpoint after each.
"""
import gc
import importlib
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:3]
module = importlib.import_module((sys.argv[4:] or ["drive"])[0])
step, mark = module.step, None
if hasattr(module, "ROUNDS"):
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]
                        / "python"))
    from reftally import round as mark

for _ in range(int(sys.argv[3])):
    step()
    if mark:
        mark()
gc.collect()

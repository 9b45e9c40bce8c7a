"""loop - runs a step again and again.

    python3 loop.py FOLDER FOLDER_OF_MODULE STEPS [NAME]

The step is that of NAME.py in the folder; drive.py, unless it is said.
"""
import gc
import importlib
import sys

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:3]
step = importlib.import_module((sys.argv[4:] or ["drive"])[0]).step

for _ in range(int(sys.argv[3])):
    step()
gc.collect()

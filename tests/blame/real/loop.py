"""loop - runs the step of a driver again and again.

    python3 loop.py NAME FILE.so FOLDER_OF_DRIVERS DRIVER STEPS
"""
import gc
import os
import sys

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[3], os.path.dirname(os.path.abspath(__file__))]
import load  # noqa: E402

load.put(sys.argv[1], sys.argv[2])
step = __import__(sys.argv[4]).step
for _ in range(int(sys.argv[5])):
    step()
gc.collect()

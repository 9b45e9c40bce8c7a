"""loop - runs the step of a driver again and again.

    python3 loop.py NAME FILE.so DRIVER STEPS [scarce]
"""
import gc
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import load  # noqa: E402

load.put(sys.argv[1], sys.argv[2])
step = load.step_of(sys.argv[3], sys.argv[5:])
for _ in range(int(sys.argv[4])):
    step()
gc.collect()

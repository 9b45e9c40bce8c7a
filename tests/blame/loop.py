"""loop - runs a driver's step again and again.

    python3 loop.py FOLDER_OF_DRIVE FOLDER_OF_MODULE STEPS
"""
import gc
import sys

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:3]
import drive  # noqa: E402

for _ in range(int(sys.argv[3])):
    drive.step()
gc.collect()

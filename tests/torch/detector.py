"""What PyTorch's own check says of exports in a program: detector.py PROGRAM

Prints how many fake tensors it says are still alive, over all exports.
"""
import re
import runpy
import sys
import warnings

import torch

torch._export.config.detect_non_strict_fake_tensor_leaks = True
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    runpy.run_path(sys.argv[1], run_name="__main__")
found = [re.match(r"Detected (\d+) fake tensors", str(one.message))
         for one in said]
print("detected", sum(int(one.group(1)) for one in found if one))

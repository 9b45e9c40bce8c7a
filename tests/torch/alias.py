"""A guard that finds two arguments to be one tensor: what does it keep?"""
import sys

import torch


@torch.compile(backend="eager")
def add(a, b):
    return a + b


x, y = torch.ones(3), torch.zeros(3)
add(x, y)
add(x, x)
before = sys.getrefcount(x)
for _ in range(500):
    add(x, y)
    add(x, x)
print("tensor:", before, "->", sys.getrefcount(x))

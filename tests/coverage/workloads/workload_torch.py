"""torch: closures compiled by TorchDynamo, modules, gradients.

The leak that began this project: a compiled closure gained a reference to each
free variable's cell with every call.
"""

import sys

try:
    import torch
except ImportError:
    print("torch is not installed")
    raise SystemExit


def make():
    weight = torch.ones(3)

    def shifted(x):
        return x + weight

    return shifted


shifted = make()
cell = shifted.__closure__[0]
compiled = torch.compile(shifted, backend="eager")
ones = torch.ones(3)
compiled(ones)
before = sys.getrefcount(cell)
total = 0.0
for _ in range(200):
    total += float(compiled(ones).sum())
print("cell gained", sys.getrefcount(cell) - before, "total", total)

layer = torch.nn.Linear(4, 4)
for _ in range(20):
    layer(torch.ones(2, 4)).sum().backward()
print("gradient", tuple(layer.weight.grad.shape))

"""As closure.py, of twenty closures that are called once each."""
import sys

import torch

from closure import make

torch._dynamo.config.cache_size_limit = 10000
x = torch.ones(3)
cells = []
for _ in range(20):
    function = make()
    cells.append(function.__closure__[0])
    torch.compile(function, backend="eager")(x)
    del function
print("cells:", sorted(map(sys.getrefcount, cells)))

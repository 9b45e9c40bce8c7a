"""Traced models that are compiled again: who keeps them?"""
import atexit
import gc
import weakref

import torch

torch._dynamo.config.cache_size_limit = 10000
modules = []


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(10, 10)

    def forward(self, x):
        return torch.relu(self.linear(x))


def compiled():
    module = torch.fx.symbolic_trace(Model())
    modules.append(weakref.ref(module))
    torch.compile(module, backend="eager")(torch.randn(2, 10))


@atexit.register
def tell():
    gc.collect()
    print("alive:", sum(module() is not None for module in modules), "of",
          len(modules))

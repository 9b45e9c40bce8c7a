"""Models that are compiled and given up: who keeps them?"""
import atexit
import gc
import weakref

import torch

torch._dynamo.config.cache_size_limit = 10000
models = []


def compiled():
    model = torch.nn.Linear(100, 100)
    models.append(weakref.ref(model))
    torch.compile(model, backend="eager")(torch.randn(10, 100))


@atexit.register
def tell():
    gc.collect()
    print("alive:", sum(model() is not None for model in models), "of",
          len(models))

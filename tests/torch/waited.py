"""A future that fails and is waited for: what does each leave behind?"""
import gc
import sys

import torch


def wait():
    future = torch.futures.Future()
    future.set_exception(ValueError("it failed"))
    try:
        future.wait()
    except ValueError:
        pass


wait()
gc.collect()
before = sys.getallocatedblocks()
for _ in range(200):
    wait()
gc.collect()
print("blocks:", sys.getallocatedblocks() - before)

"""The limits of a dtype as text: what does each call leave behind?"""
import sys

import torch

limits = torch.finfo(torch.float32)
repr(limits)
before = sys.getallocatedblocks()
for _ in range(500):
    repr(limits)
print("blocks:", sys.getallocatedblocks() - before)

"""What the profiler recorded of a tensor: is its dtype kept at each look?"""
import sys

import torch
from torch.profiler import ProfilerActivity, profile


def metadata(events):
    """That of the first tensor, in the tree of events."""
    for event in events:
        fields = event.typed[1]
        found = next((one for one in getattr(fields, "inputs", None) or ()
                      if type(one).__name__ == "_TensorMetadata"),
                     None) or metadata(event.children)
        if found is not None:
            return found
    return None


with profile(activities=[ProfilerActivity.CPU], record_shapes=True,
             profile_memory=True, with_stack=True) as session:
    torch.ones(4, 4) @ torch.ones(4, 4)
tensor = metadata(
    session.profiler.kineto_results.experimental_event_tree())
before = sys.getrefcount(torch.float32)
for _ in range(500):
    tensor.dtype
print("dtype:", before, "->", sys.getrefcount(torch.float32))

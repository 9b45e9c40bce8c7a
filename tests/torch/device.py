"""A device is made for each call that a Python dispatcher sees."""
import torch
from torch._dispatch.python import enable_python_dispatcher
from torch.utils._python_dispatch import TorchDispatchMode


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, *arguments, **names):
        return None


for _ in range(600):
    with enable_python_dispatcher(), Mode():
        torch.ones(3, 4)

"""A module assigns tensors to attributes while it runs."""
import reftally
import torch

OLD = [torch.zeros(2)]


class Sub(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.buffer = [None]

    def forward(self, x):
        self.buffer[0] = x + 1
        return x * 2


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()

    def forward(self, x):
        return self.sub(x)


model = Model()
reftally.checkpoint("before")
model(torch.ones(2))
reftally.checkpoint("after")
NEW = [torch.ones(2)]

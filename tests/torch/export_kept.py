"""Fake tensors of an export that a table, a closure and an instance keep."""
import torch

TABLE = {}


class Last:
    value = None


def maker():
    kept = None

    def keep(value):
        nonlocal kept
        kept = value

    return keep


class Model(torch.nn.Module):
    def forward(self, x):
        TABLE["relu"] = torch.relu(x)
        remember(x + 1)
        LAST.value = x * 2
        return x - 3


remember, LAST = maker(), Last()
torch.export.export(Model(), (torch.randn(2, 4),), strict=False)

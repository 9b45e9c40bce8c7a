"""A node's value belongs into its meta; one is kept elsewhere, too."""
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.passes.fake_tensor_prop import FakeTensorProp

ELSEWHERE = {}


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.linear(x))


traced = torch.fx.symbolic_trace(Model())
mode = FakeTensorMode(allow_non_fake_inputs=True)
FakeTensorProp(traced, mode).propagate(torch.ones(2, 4))
ELSEWHERE["relu"] = next(node.meta["val"] for node in traced.graph.nodes
                         if node.name == "relu")

"""Programs exported and graphs changed, interpreted, scripted: nothing to be found."""
import warnings

import torch
from torch.export import Dim, export
from torch.fx.passes.shape_prop import ShapeProp

warnings.simplefilter("ignore")
torch.manual_seed(0)
torch.set_num_threads(1)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)
        self.register_buffer("shift", torch.ones(4))

    def forward(self, x):
        return torch.relu(self.layer(x)) + self.shift


class Interpreter(torch.fx.Interpreter):
    def run_node(self, node):
        return super().run_node(node)


def added(x, times: int):
    for number in range(times):
        x = x + number
    return x


model, x = Model().eval(), torch.randn(3, 4)
for strict in (True, False):
    program = export(model, (x,), strict=strict,
                     dynamic_shapes={"x": {0: Dim("batch", min=2, max=64)}})
    program.run_decompositions().module()(torch.randn(5, 4))
for _ in range(10):
    traced = torch.fx.symbolic_trace(model)
    for node in traced.graph.nodes:
        if node.target is torch.relu:
            node.target = torch.sigmoid
    traced.graph.lint()
    traced.recompile()
    Interpreter(traced).run(x)
    ShapeProp(traced).propagate(x)
scripted = torch.jit.script(added)
recorded = torch.jit.trace(torch.nn.Linear(3, 3), torch.ones(1, 3))
for _ in range(200):
    scripted(torch.ones(2), 3)
    recorded(torch.ones(1, 3))
print(traced.code.count("sigmoid"))

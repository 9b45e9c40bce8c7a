"""Gradients taken in every way that PyTorch has: nothing to be found."""
import torch
from torch.func import functional_call, grad, jacrev, vmap

torch.manual_seed(0)
torch.set_num_threads(1)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x ** 3 * factor

    @staticmethod
    def backward(ctx, gradient):
        x, = ctx.saved_tensors
        return 3 * x ** 2 * gradient * ctx.factor, None


def loss_of(weights, x):
    return (weights @ x).tanh().sum()


for _ in range(300):
    x = torch.randn(5, requires_grad=True)
    first, = torch.autograd.grad(Cube.apply(x, 2.0).sum(), x,
                                 create_graph=True)
    first.sum().backward()
with torch.autograd.graph.saved_tensors_hooks(torch.clone, lambda kept: kept):
    for _ in range(100):
        x = torch.randn(5, requires_grad=True)
        (x * x).sin().sum().backward()
layer = torch.nn.Linear(3, 3)
for _ in range(60):
    vmap(grad(loss_of), in_dims=(None, 0))(torch.randn(3, 3),
                                           torch.randn(4, 3))
    jacrev(loss_of)(torch.randn(3, 3), torch.randn(3))
    functional_call(layer, dict(layer.named_parameters()),
                    (torch.randn(2, 3),)).sum().backward()
    with torch.autocast("cpu", dtype=torch.bfloat16), torch.no_grad():
        layer(torch.randn(2, 3))
    try:
        torch.ones(2) @ torch.ones(3)
    except RuntimeError:
        pass
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(),
                            torch.nn.LayerNorm(16), torch.nn.Linear(16, 2))
compiled = torch.compile(model, backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=.01)
for _ in range(150):
    loss = compiled(torch.randn(4, 8)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(round(loss.item(), 3))

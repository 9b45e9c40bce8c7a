"""Models that are compiled, exported and trained: nothing to be found."""
import torch

torch.manual_seed(0)
torch.set_num_threads(1)


class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (torch.nn.Linear(16, 16) for _ in range(3))

    def forward(self, x):
        weights = self.q(x) @ self.k(x).transpose(-1, -2) / 4
        return torch.softmax(weights, -1) @ self.v(x)


def perceptron():
    return torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(),
                               torch.nn.Linear(32, 4))


total = 0.0
for make, shape in ((perceptron, (8, 16)), (Attention, (2, 5, 16))):
    model = make().eval()
    x = torch.randn(*shape)
    compiled = torch.compile(model, backend="eager")
    for _ in range(20):
        total += compiled(x).sum().item()
    program = torch.export.export(model, (x,), strict=False)
    total += program.module()(x).sum().item()
model = perceptron()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(200):
    x = torch.randn(8, 16)
    loss = torch.nn.functional.mse_loss(model(x), x[:, :4])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(round(total + loss.item(), 2))

"""Hooks that keep fake tensors of three exports, in a list and in themselves."""
import torch

CAPTURED = []


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.register_buffer("scale", torch.ones(4))

    def forward(self, x):
        return torch.relu(self.linear(x)) * self.scale


class Recorder:
    def __init__(self):
        self.seen = []

    def hook(self, module, inputs, output):
        self.seen.append(output)
        CAPTURED.extend(buffer for _, buffer in module.named_buffers())


RECORDER = Recorder()
for _ in range(3):
    model = Model()
    model.register_forward_hook(RECORDER.hook)
    torch.export.export(model, (torch.randn(2, 4),), strict=False)
print("kept", len(CAPTURED), len(RECORDER.seen))

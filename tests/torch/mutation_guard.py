"""Modules born after a mark, one of three of each round kept in a list."""
import gc
import weakref

import reftally
import torch

KEPT = []
WATCHERS = []


class Guarded:
    pass


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.project = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.project(x)


def region():
    modules = [Block() for _ in range(3)]
    KEPT.append(modules[0])
    guarded = Guarded()
    WATCHERS.append(weakref.ref(guarded))
    return modules[0](torch.ones(1, 4))


def main():
    old = [Block() for _ in range(5)]
    gc.collect()
    reftally.checkpoint("before")
    for _ in range(30):
        region()
        gc.collect()
        reftally.round()
    reftally.checkpoint("after")
    main.old = old
    print("kept", len(KEPT), "watchers", len(WATCHERS))


main()

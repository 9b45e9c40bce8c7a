"""A compiled closure, called again and again: does its cell gain references?"""
import sys

import torch


def make():
    weight = torch.randn(3)

    def scaled(x):
        return x + weight
    return scaled


def main(calls):
    function = make()
    cell = function.__closure__[0]
    compiled = torch.compile(function, backend="eager")
    x = torch.ones(3)
    compiled(x)
    before = sys.getrefcount(cell)
    for _ in range(calls):
        compiled(x)
    print("cell:", before, "->", sys.getrefcount(cell))


if __name__ == "__main__":
    main(500)

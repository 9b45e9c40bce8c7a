"""Nothing leaks: a few calls behind a large import, of which the last are kept,
after a program has set up what it needs."""
import collections
import pathlib
import sys

import endings

pathlib.Path("large.py").write_text(
    "TABLE = {str(number): number for number in range(2_000_000)}\n"
    "TABLE.clear()\n")
import large

LATEST = collections.deque(maxlen=20)


class Layer:
    def __init__(self, number):
        self.name = "layer %d" % number
        self.weights = [number] * 20


class Model:
    def __init__(self, layers):
        self.layers = [Layer(number) for number in range(layers)]
        self.by_name = {layer.name: layer for layer in self.layers}


def step(model, number):
    LATEST.append([layer.weights[0] * number for layer in model.layers])


def main(calls):
    model = Model(150)
    for number in range(calls):
        step(model, number)


main(50)
endings.end(sys.argv[1])

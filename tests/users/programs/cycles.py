"""Nothing leaks: nodes that own each other, which the collector will find."""
import gc
import sys

import endings

gc.set_threshold(1 << 20, 10, 10)


class Node:
    def __init__(self):
        self.peer = None
        self.data = [0] * 10


def pair():
    one, other = Node(), Node()
    one.peer, other.peer = other, one


for number in range(4000):
    pair()
endings.end(sys.argv[1])

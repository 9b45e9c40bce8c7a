"""Nothing leaks: the collector is switched off, and called by the program."""
import gc
import sys

import endings

gc.disable()


class Node:
    def __init__(self):
        self.peer = None
        self.data = [0] * 10


def pair():
    one, other = Node(), Node()
    one.peer, other.peer = other, one


for number in range(4000):
    pair()
    if number % 200 == 199:
        gc.collect()
endings.end(sys.argv[1])

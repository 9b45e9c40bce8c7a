"""Cycles whose finalizers keep what the collector would free."""
#: finds 4000 __main__.Node
#: held __main__.GRAVE[
import gc
import sys

import endings


class Node:
    def __init__(self):
        self.peer = None

    def __del__(self):
        GRAVE.append(self.peer)


def make():
    one, other = Node(), Node()
    one.peer, other.peer = other, one


GRAVE = []
for _ in range(2000):
    make()
gc.collect()
endings.end(sys.argv[1])

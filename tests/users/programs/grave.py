"""Cycles whose finalizers keep what the collector would free.

Of one half the collector's call of its own finalizer took the last reference, of
the other half the line that keeps it: all are made on one line for one list. They
are so many that the collector comes often enough for even growth.
"""
#: finds 16000 __main__.Node
#: held __main__.GRAVE[
import gc
import sys

import endings


class Node:
    def __init__(self):
        self.peer = None

    def __del__(self):
        peer = self.peer
        GRAVE.append(peer)


def make():
    one, other = Node(), Node()
    one.peer, other.peer = other, one


GRAVE = []
for _ in range(8000):
    make()
gc.collect()
endings.end(sys.argv[1])

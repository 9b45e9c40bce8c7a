"""Nodes that own each other, in a program that has switched off the collector.
"""
#: finds some __main__.Node
#: cycle
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
endings.end(sys.argv[1])

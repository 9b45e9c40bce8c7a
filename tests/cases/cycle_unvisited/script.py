from cycle_unvisited import Holder


class Node:
    pass


def tie():
    node = Node()
    node.holder = Holder(node)


for _ in range(600):
    tie()

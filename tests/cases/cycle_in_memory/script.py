from cycle_in_memory import Holder


class Node:
    pass


def tie():
    node = Node()
    node.holder = Holder(node)


for _ in range(600):
    tie()

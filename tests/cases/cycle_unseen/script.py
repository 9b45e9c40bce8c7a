from cycle_unseen import Holder


class Node:
    pass


def tie():
    node, holder = Node(), Holder()
    holder.value = node
    node.holder = holder


for _ in range(600):
    tie()

"""Boxes in an index, and a box that is none."""
#: needs rtree
from rtree import index

tree = index.Index()
for number in range(500):
    tree.insert(number, (number, number, number + 1, number + 1),
                obj={"number": number})
    found = list(tree.intersection((0, 0, 10, 10), objects=True))
    list(tree.nearest((1, 1, 1, 1), 3))
    try:
        tree.insert(1, (2, 2, 1, 1))
    except Exception:
        pass
print(sorted(one.object["number"] for one in found))

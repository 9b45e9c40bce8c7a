"""Trees of objects that are kept in a database, and cannot be."""
#: needs ZODB
import BTrees.LOBTree
import BTrees.OOBTree
import persistent
import transaction
import ZODB


class Thing(persistent.Persistent):
    def __init__(self, number):
        self.number = number


database = ZODB.DB(None)
for number in range(60):
    connection = database.open()
    root = connection.root()
    root["tree"] = tree = BTrees.OOBTree.OOBTree()
    for one in range(100):
        tree[str(one)] = Thing(one)
    transaction.commit()
    found = [key for key in tree.keys("5", "6")]
    tree.update({"x": Thing(1)})
    del tree["x"]
    try:
        tree["missing"]
    except KeyError:
        pass
    try:
        tree[object()] = 1
    except TypeError:
        pass
    numbers = BTrees.LOBTree.LOBTree({1: "a", 2: "b"})
    try:
        numbers["text"] = 1
    except TypeError:
        pass
    both = BTrees.OOBTree.union(BTrees.OOBTree.OOSet([1, 2]),
                                BTrees.OOBTree.OOSet([2, 3]))
    transaction.abort()
    connection.cacheMinimize()
    connection.close()
    database.pack()
print(len(found), len(both), len(numbers))

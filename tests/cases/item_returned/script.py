import os

from item_returned import Row


class Thing:
    pass


kept = [(Thing(), Thing()) for _ in range(100)]
also = [things[0] for things in kept]  # so that none dies of it
again = [things[1] for things in kept]
row = Row()
for things in kept:
    row.put(things[0])
    row.item(things)
os._exit(0)  # what is left would be freed while it is in use

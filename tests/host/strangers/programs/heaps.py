"""Who looks at all objects, as the census does, and at their references."""
#: needs guppy3 pympler objgraph
import gc

import guppy
import objgraph
from pympler import asizeof, muppy, refbrowser, summary, tracker


class Node:
    def __init__(self, other):
        self.other = other


nodes = [Node(None)]
for number in range(500):
    nodes.append(Node(nodes[-1]))
heap = guppy.hpy()
heap.setrelheap()
more = [Node(nodes) for number in range(300)]
found = heap.heap()
rows = {row.name.split(".")[-1].rstrip(">"): row.count
        for row in found.bytype.stat.get_rows() if "Node" in row.name}
paths = heap.iso(nodes).shpaths
rcs = heap.iso(*more[:3]).byrcs.count
for number in range(3):
    size = asizeof.asizeof(nodes) > 1000
    everything = len(muppy.get_objects()) > 1000
    rows_too = len(summary.summarize(nodes))
count = objgraph.count("Node")
chain = [type(one).__name__ for one in objgraph.find_backref_chain(
    more[0], lambda one: one is globals())]
del heap, found, paths
gc.collect()
print(rows, rcs, size, everything, rows_too, count, chain)

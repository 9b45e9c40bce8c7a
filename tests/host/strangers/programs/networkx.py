"""Graphs in pure Python, with ranks by numpy and scipy."""
#: needs networkx numpy scipy
import networkx

for number in range(20):
    graph = networkx.path_graph(20)
    ranks = networkx.pagerank(graph)
    networkx.shortest_path(graph, 0, 19)
print(round(ranks[0], 6))

"""Graphs: paths, communities, and what is not in them."""
#: needs igraph
#: leaks ^igraphmodule_Graph_community_multilevel .* each list
#: proof import owed
#: proof assert owed.left_behind("list") > 100
import random

import igraph

random.seed(4)

for number in range(150):
    graph = igraph.Graph.Ring(30)
    graph.vs["name"] = [str(one) for one in range(30)]
    graph.es["weight"] = [1.0] * 30
    path = graph.get_shortest_paths(0, 10)[0]
    parts = graph.community_multilevel()
    try:
        graph.add_edges([(0, 100)])
    except igraph.InternalError:
        pass
    try:
        graph.vs.find(name="missing")
    except ValueError:
        pass
    try:
        graph.get_shortest_paths("missing")
    except ValueError:
        pass
    degrees = graph.degree([0, 1, 2])
    copy = igraph.Graph.TupleList([("a", "b", 1), ("b", "c", 2)],
                                  weights=True)
    names = [vertex["name"] for vertex in copy.vs]
    matrix = graph.get_adjacency()[0][1]
    try:
        igraph.Graph([("a", 2)])
    except Exception as error:
        kind = type(error).__name__
print(path, len(parts), degrees, names, matrix, kind)

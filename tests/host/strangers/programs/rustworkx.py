"""Graphs in Rust, with objects of Python on them."""
#: needs rustworkx
#: leaks tp_dealloc.* type
#: proof import owed, rustworkx
#: proof assert owed.growth("NodeIndices") > 100
import rustworkx

for number in range(300):
    graph = rustworkx.PyDiGraph()
    nodes = graph.add_nodes_from([{"n": one} for one in range(10)])
    graph.add_edges_from([(a, a + 1, float(a)) for a in range(9)])
    order = list(rustworkx.topological_sort(graph))
    found = rustworkx.dijkstra_shortest_path_lengths(graph, 0, lambda w: w)
    try:
        graph.get_node_data(100)
    except IndexError:
        pass
    graph.add_edge(9, 0, 1.0)
    try:
        rustworkx.topological_sort(graph)
    except rustworkx.DAGHasCycle:
        pass
    try:
        rustworkx.dijkstra_shortest_path_lengths(graph, 0, lambda w: 1 / 0)
    except ZeroDivisionError:
        pass
    graph.remove_node(3)
print(order, found[9], graph.num_nodes())

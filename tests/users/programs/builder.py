"""Nothing leaks: a graph is built by calls, and then looked at."""
import sys

import endings


class Vertex:
    def __init__(self, name):
        self.name = name
        self.others = []


class Graph:
    def __init__(self):
        self.vertices = {}

    def add(self, name):
        return self.vertices.setdefault(name, Vertex(name))

    def connect(self, one, other):
        self.add(one).others.append(self.add(other))

    def reach(self, name, most):
        seen, waiting = {name}, [name]
        while waiting and len(seen) < most:
            for other in self.vertices[waiting.pop()].others:
                if other.name not in seen:
                    seen.add(other.name)
                    waiting.append(other.name)
        return [{"name": one, "length": len(one)} for one in seen]


def main():
    graph = Graph()
    for number in range(1500):
        graph.connect("v%d" % number, "v%d" % (number * 7 % 1500))
    for number in range(0, 1500, 5):
        graph.reach("v%d" % number, 40)
    endings.end(sys.argv[1])


main()

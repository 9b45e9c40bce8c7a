"""pairwise's old element is overwritten when its iterator asks it for one."""
import itertools

CULPRIT = "pairwise_next"


class Again:
    def __init__(self, depth):
        self.depth = depth
        self.pairs = itertools.pairwise(self)
        self.inside = False

    def __iter__(self):
        return self

    def __next__(self):
        if self.depth > 0:
            self.depth -= 1
            try:
                next(self.pairs)
            except StopIteration:
                pass
        return object()


def step():
    again = Again(2)
    for _ in range(3):
        next(again.pairs)
    again.pairs = None

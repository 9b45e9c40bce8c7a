"""math.dist forgets the tuples that it made of lists of unequal length."""
import math

CULPRIT = "math_dist_impl math_dist"

one, two = [1.0], [1.0, 2.0]


def step():
    try:
        math.dist(one, two)
    except ValueError:
        pass

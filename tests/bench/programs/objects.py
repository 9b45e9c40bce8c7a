"""objects - many small class instances, attributes, methods, properties.

Prints a checksum. The one argument is the number of repetitions.
"""
import sys


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def scaled(self, factor):
        return Vector(self.x * factor, self.y * factor)

    @property
    def length_squared(self):
        return self.x * self.x + self.y * self.y


class Node:
    __slots__ = ("key", "left", "right")

    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


def insert(root, key):
    while True:
        side = "left" if key < root.key else "right"
        child = getattr(root, side)
        if child is None:
            setattr(root, side, Node(key))
            return
        root = child


def depth_sum(node, depth):
    if node is None:
        return 0
    return (depth + depth_sum(node.left, depth + 1)
            + depth_sum(node.right, depth + 1))


def walk(steps):
    position = Vector(0, 0)
    step = Vector(1, 2)
    for i in range(steps):
        position = position + step.scaled(i & 3)
        if position.length_squared > 1000000:
            position = Vector(0, 0)
    return position.x + position.y


def tree(size):
    key = 12345
    root = Node(key)
    for _ in range(size):
        key = (key * 1103515245 + 12345) & 0x7fffffff
        insert(root, key >> 8)
    return depth_sum(root, 0)


def main(repetitions):
    checksum = 0
    for repetition in range(repetitions):
        checksum = (checksum * 31 + walk(12000 + repetition)) % 1000003
        checksum = (checksum * 31 + tree(1000)) % 1000003
    print("objects", checksum)


main(int(sys.argv[1]))

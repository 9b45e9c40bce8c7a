"""Makes more and more; says so, and ends when its input does."""
import select
import sys


class Node:
    def __init__(self, number):
        self.numbers = [number]


KEPT = []


def load(number):
    KEPT.append(Node(number))


number = 0
while not select.select([sys.stdin], [], [], 0.02)[0]:
    for _ in range(5):
        number += 1
        load(number)
    if number == 5:
        print("serving", flush=True)
print(number, flush=True)

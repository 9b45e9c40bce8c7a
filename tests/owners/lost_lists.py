"""Lists that are lost, in whose memory stands what was there before: a list that
was lost; and what was popped from a list that lives on."""
from owners import nowhere


class Popped:
    pass


for number in range(500):
    pair = [[number], [-1]]
    nowhere(pair[1])

STACK = [Popped() for _ in range(1000)]
while len(STACK) > 600:
    nowhere(STACK.pop())

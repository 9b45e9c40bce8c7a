"""Objects that are lost, and what stood in memory before: in that of a list that
was lost; in that of a list that lives on, behind its last item; and behind the
end of a number, which is shorter than its block."""
from owners import nowhere


class Popped:
    pass


class Behind:
    pass


for number in range(500):
    pair = [[number], [-1]]
    nowhere(pair[1])

STACK = [Popped() for _ in range(1000)]
while len(STACK) > 600:
    nowhere(STACK.pop())

# Of 32 bytes, as four items have, a number takes 24; those of the free list are
# older.
NUMBERS = [number / 3 for number in range(1000)]
for number in range(400):
    row = [None, None, None, Behind()]
    nowhere(row[3])
    del row
    NUMBERS.append(number / 7)

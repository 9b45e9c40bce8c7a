"""Nothing leaks: batches are filled and emptied, and one is being filled when
the program ends."""
import sys

import endings


class Row:
    def __init__(self, number):
        self.number = number


def load(batch, rows):
    for number in range(rows):
        batch.append(Row(number))


batch = []
for _ in range(6):
    load(batch, 3000)
    batch.clear()
load(batch, 2000)
endings.end(sys.argv[1])

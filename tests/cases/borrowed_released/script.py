"""Nobody comes by what is kept, so that the entries may die before it does."""
import gc

import borrowed_released


class Entry:
    def __init__(self, name):
        self.name = name


def main():
    table = {number: Entry("entry %d" % number) for number in range(300)}
    kept = list(table.values())
    borrowed_released.keep(kept)
    found = sum(len(borrowed_released.look_up(table, number))
                for number in range(300))
    gc.freeze()
    return table, found


table, found = main()
print(found)

import os

from loan_of_a_helper import measure, measure_last


class Thing:
    def __len__(self):
        return 3


kept = [[Thing()] for _ in range(100)]
also = [things[0] for things in kept]  # so that none dies of it
for things in kept:
    measure(things)
    measure_last(things)
os._exit(0)  # what is left would be freed while it is in use

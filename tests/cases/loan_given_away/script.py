import os

from loan_given_away import found, shown


class Thing:
    pass


kept = [[Thing()] for _ in range(100)]
also = [things[0] for things in kept]  # so that none dies of it
for things in kept:
    shown(things)
    found(things)
os._exit(0)  # what is left would be freed while it is in use

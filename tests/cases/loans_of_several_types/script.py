import os

from loans_of_several_types import first_of


class Thing:
    pass


kept = [[make()] for make in (Thing, dict, list, set) for _ in range(60)]
also = [things[0] for things in kept]  # so that none dies of it
for things in kept:
    first_of(things)
os._exit(0)  # what is left would be freed while it is in use

import os

from loan_in_a_field import Slot


class Thing:
    pass


kept = [Thing() for _ in range(100)]
also = list(kept)  # so that none dies of it
for thing in kept:
    slot = Slot()
    slot.replace(thing)
    slot.fill(thing)
    slot.replace(None)
os._exit(0)  # what is left would be freed while it is in use

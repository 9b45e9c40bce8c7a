import os
import sys

from true_never_seen import count_pairs, is_small

if sys.version_info >= (3, 12):
    print("True is immortal", flush=True)

kept = [True] * 1000  # what is lost of it is theirs
for number in range(400):
    is_small(number)
    count_pairs(([number, number], (number,)))
os._exit(0)  # an interpreter that lets go of all that it has would abort

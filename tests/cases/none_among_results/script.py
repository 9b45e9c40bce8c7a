import os
import sys

from none_among_results import size_of, text_of

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)


def nothing():
    pass


for number in range(300):
    size_of(nothing)
    text_of(nothing)
    size_of(list)
    text_of(list)
os._exit(0)  # an interpreter that lets go of all that it has would abort

import os
import sys

from wrongly_built import describe

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)


def work():
    for number in range(400):
        described = describe(number)
        described["children"] = [None, described["name"]]


work()
os._exit(0)  # an interpreter that lets go of all that it has would abort

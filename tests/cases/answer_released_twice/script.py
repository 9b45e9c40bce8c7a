import os
import sys

from answer_released_twice import keep, tell

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)


def answer():
    pass


for number in range(400):
    tell(answer)
    keep(answer)
os._exit(0)  # an interpreter that lets go of all that it has would abort

import os
import sys

from none_released_to_the_last import note

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(min(sys.getrefcount(None), 20000) + 200):
    note(number)
os._exit(0)  # an interpreter that lets go of all that it has would abort

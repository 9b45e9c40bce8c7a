import os
import sys

from parsed_many import joined

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(300):
    joined(number, [number], None, "", True)
    joined([], 1, 2, 3, number, None)
os._exit(0)  # an interpreter that lets go of all that it has would abort

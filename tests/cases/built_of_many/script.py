import os
import sys

from built_of_many import described

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(300):
    described([number])
os._exit(0)  # an interpreter that lets go of all that it has would abort

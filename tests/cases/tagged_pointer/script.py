import os
import sys

from tagged_pointer import forget, set

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(300):
    set([number], "text %d" % number)
    set(number)
    set()
    forget()
os._exit(0)  # an interpreter that lets go of all that it has would abort

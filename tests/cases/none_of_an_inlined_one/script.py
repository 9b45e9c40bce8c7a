import os
import sys

from none_of_an_inlined_one import first, second, third

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for number in range(200):
    first("abc"), second("ab"), third("a")
    second("a"), third("abc")
os._exit(0)  # an interpreter that lets go of all that it has would abort

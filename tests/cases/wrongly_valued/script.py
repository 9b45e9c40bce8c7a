import os
import sys

from wrongly_valued import cast

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

rows = [[None] * 1000 for _ in range(100)]
for number in range(400):
    cast(number, None)
os._exit(0)  # an interpreter that lets go of all that it has would abort

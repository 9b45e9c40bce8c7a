import sys

from none_lost_seldom import look_up

# Before 3.11 the interpreter keeps thousands to its end, and only the code tells,
# where it can be read; from 3.12 on None is immortal.
if sys.version_info < (3, 11):
    print("what is left of None tells little here", flush=True)
elif sys.version_info >= (3, 12):
    print("None is immortal here", flush=True)

for number in range(40_000):
    look_up(number)

import sys

from none_lost_seldom import look_up

# Before 3.11 the interpreter keeps thousands to its end; from 3.12 on None is
# immortal.
if sys.version_info[:2] != (3, 11):
    print("what is left of None tells nothing here", flush=True)

for number in range(40_000):
    look_up(number)

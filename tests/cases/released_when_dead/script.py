import sys

from released_when_dead import pair_of

bound = 30
if hasattr(sys, "gettotalrefcount") or sys.version_info >= (3, 13):
    print("it ends there")
    bound = 0
for number in range(bound):
    pair_of(number)
    pair_of(-number - 1)

import sys

from borrowed_in_a_tuple import last, single

bound = 30
if hasattr(sys, "gettotalrefcount") or sys.version_info >= (3, 13):
    print("it ends there")
    bound = 0
for number in range(bound):
    last([[number]])
    single([[number]])

import sys

from borrowed_result import first

bound = 30
if hasattr(sys, "gettotalrefcount") or sys.version_info >= (3, 13):
    print("it ends there")
    bound = 0
for number in range(bound):
    first(([1, number], 2))

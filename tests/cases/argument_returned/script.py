import sys

from argument_returned import either, listed, only

bound = 30
if hasattr(sys, "gettotalrefcount") or sys.version_info >= (3, 13):
    print("it ends there")
    bound = 0
for number in range(bound):
    either([number], [])
    listed([number])
    only([number])

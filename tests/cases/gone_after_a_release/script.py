import sys

from gone_after_a_release import leave, length_of

bound = 30
if hasattr(sys, "gettotalrefcount") or sys.version_info >= (3, 13):
    print("it ends there", flush=True)
    bound = 0
for number in range(bound):
    length_of([number])
    length_of([number, number])
leave()

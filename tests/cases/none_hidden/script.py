import sys

from none_hidden import forget, recall, remember

# From 3.12 on None is immortal.
if sys.version_info >= (3, 12):
    print("what is left of None tells nothing here", flush=True)

for number in range(300):
    remember([number])
    assert recall() == [number]
    forget()

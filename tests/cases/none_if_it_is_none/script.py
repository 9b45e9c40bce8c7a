import sys

from none_if_it_is_none import absolute

# From 3.12 on None is immortal.
if sys.version_info >= (3, 12):
    print("what is left of None tells nothing here", flush=True)

for number in range(5000):
    assert absolute(-number) == number
    assert absolute(None) is None

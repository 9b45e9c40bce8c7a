import sys

from none_in_a_field import Holder

if sys.version_info >= (3, 12):
    print("None is immortal", flush=True)

for _ in range(min(sys.getrefcount(None), 20000) + 200):
    Holder()

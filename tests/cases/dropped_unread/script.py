import sys

import dropped_unread

if sys.version_info >= (3, 12) or not hasattr(dropped_unread, "leaks"):
    print("None does not leak", flush=True)


def work(number):
    return [dropped_unread.box(), dropped_unread.box(number)]


for number in range(3000):
    work(number)

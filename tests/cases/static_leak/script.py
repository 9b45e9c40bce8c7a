import sys

from static_leak import is_known, same

if sys.version_info >= (3, 12):
    print("small integers are immortal")


def work():
    for number in range(400):
        is_known(7)
        same(7)
        same(None)
        kept = [7, same(7), None]
        kept.append(same(7))


work()

import sys
from functools import partial

from static_released import is_even

if sys.version_info >= (3, 11):
    bound = 400  # from 3.11 on such an integer begins with 999,999,999
else:
    print("small integers would die of it")
    bound = 0
if sys.version_info >= (3, 12):
    print("small integers are immortal")


def take(first, **rest):
    """Refused, it has the interpreter release what another function took."""


refused = partial(take, "first")


def work():
    for number in range(bound):
        is_even(7)
        try:
            refused(other=7, first=7)
        except TypeError:
            pass
        kept = [7, 7, None]
        kept.append(7)


work()

import sys

from static_released import is_even

if sys.version_info >= (3, 11):
    bound = 400  # from 3.11 on such an integer begins with 999,999,999
else:
    print("small integers would die of it")
    bound = 0
if sys.version_info >= (3, 12):
    print("small integers are immortal")


def work():
    for number in range(bound):
        is_even(7)
        kept = [7, 7, None]
        kept.append(7)


work()

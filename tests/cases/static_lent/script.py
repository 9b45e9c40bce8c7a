import sys

from static_lent import first_of, last_of

if sys.version_info >= (3, 11):
    bound = 400  # from 3.11 on such an integer begins with 999,999,999
else:
    print("small integers would die of it")
    bound = 0
if sys.version_info >= (3, 12):
    print("small integers are immortal")


def work():
    kept = [7, None, 8]
    for _ in range(bound):
        first_of(kept)
        last_of(kept)


work()

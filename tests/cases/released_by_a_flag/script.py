import sys

from released_by_a_flag import first_of, store

if sys.version_info >= (3, 11):
    bound = 400  # from 3.11 on such an integer begins with 999,999,999
else:
    print("small integers would die of it")
    bound = 0
if sys.version_info >= (3, 12):
    print("small integers are immortal")


class Index:
    def __index__(self):
        return 5000


def work():
    kept = [7, None, 8]
    for number in range(bound):
        first_of(kept)
        store(number + 1000)
        store(Index())


work()

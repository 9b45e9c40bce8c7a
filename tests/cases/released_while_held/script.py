import sys

from released_while_held import has_key, use_all


class Thing:
    __slots__ = ()


def main():
    things = {number: Thing() for number in range(50)}
    for number in range(20):
        has_key(things, number)
    # Others are born where they were.
    size = sys.getsizeof(things[40])
    others = [bytes(size - 17 + more) for more in range(48) for _ in range(30)]
    use_all(things, Thing)
    del others


main()

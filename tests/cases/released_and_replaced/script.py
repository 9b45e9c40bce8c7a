import gc
import os

from released_and_replaced import is_there


class Thing:
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


def main():
    gc.disable()  # it would come across the dead
    things = {number: Thing(str(number)) for number in range(50)}
    for number in range(20):
        is_there(things, number)
    others = [Thing("other") for _ in range(60)]
    # Before the two that hold each of them give it back.
    os._exit(len(others) - 60)


main()

from unvisited_field import Pair


class Derived(Pair):
    pass


def work():
    for number in range(2000):
        Derived([number], (number, "some", [number]))


work()

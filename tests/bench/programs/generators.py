"""generators - generators, closures, comprehensions and exceptions.

Prints a checksum. The one argument is the number of repetitions.
"""
import sys


def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1


def doubled(source):
    for value in source:
        yield value * 2


def flat(tree):
    if isinstance(tree, tuple):
        for child in tree:
            yield from flat(child)
    else:
        yield tree


def nested(depth):
    return (depth, nested(depth - 1), nested(depth - 1)) if depth else 0


def counter(step):
    count = 0

    def advance(by=1):
        nonlocal count
        count += step * by
        return count

    return advance


def compose(*functions):
    def composed(value):
        for function in functions:
            value = function(value)
        return value

    return composed


def checked(value):
    try:
        if value % 5 == 0:
            raise ValueError(value)
        return value
    except ValueError as error:
        return -error.args[0]


def main(repetitions):
    checksum = 0
    tree = nested(8)
    for repetition in range(repetitions):
        shift = repetition & 7
        pipeline = compose(lambda value: value + shift,
                           lambda value: value ^ 5)
        advance = counter(3)
        result = sum(doubled(numbers(6000)))
        result += sum(pipeline(value) for value in range(3000))
        result += sum(flat(tree))
        result += sum([checked(value) for value in range(2000)])
        for _ in range(2000):
            result += advance(2) & 15
        checksum = (checksum * 31 + result) % 1000003
    print("generators", checksum)


main(int(sys.argv[1]))

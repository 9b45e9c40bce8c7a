"""Closures, nonlocal cells, default and keyword arguments, lambdas."""


def accumulator(start):
    total, calls = start, 0

    def add(amount, *more, scale=1, **extra):
        nonlocal total, calls
        total += (amount + sum(more)) * scale + len(extra)
        calls += 1
        return total, calls

    def reset(value=start):
        nonlocal total
        total = value
        return add

    return add, reset


def layered(depth):
    if depth == 0:
        return lambda x: x
    inner = layered(depth - 1)
    return lambda x, offset=depth: inner(x + offset)


def argument_is_a_cell(value):
    def read():
        return value

    def write(new):
        nonlocal value
        value = new
    return read, write


checksum = 0
for round in range(11000):
    add, reset = accumulator(round)
    add(1)
    add(1, 2, 3)
    add(1, scale=3)
    add(2, one=1, two=2)
    add(*range(5), **{"scale": 2, "z": 0})
    checksum += reset()(0)[0] + reset(7)(1)[1]
    read, write = argument_is_a_cell(round)
    write(read() + 1)
    checksum += read()
    checksum += layered(12)(round)

    class Counts:
        seen = round

        def value(self):
            return __class__.seen + round

    checksum += Counts().value()
    try:
        del add
        checksum += sum((lambda k: k * i)(2) for i in range(3))
    finally:
        add = None

unbound = []


def late():
    def reads():
        return name
    try:
        reads()
    except NameError as error:
        unbound.append(type(error).__name__)
    name = 1
    reads()
    del name
    try:
        reads()
    except NameError as error:
        unbound.append(type(error).__name__)


for _ in range(500):
    late()
print(checksum, len(unbound))

"""Generators: send, throw, close, delegation, expressions, abandoned ones."""


def numbers(limit):
    for number in range(limit):
        got = yield number
        if got is not None:
            yield got


def delegate(limit):
    result = yield from numbers(limit)
    assert result is None
    return limit


def outer(limit):
    back = yield from delegate(limit)
    yield ("back", back)


def guarded(log):
    try:
        while True:
            try:
                yield len(log)
            except KeyError as error:
                log.append(error.args[0])
    finally:
        log.append("closed")


def tree(depth, label=()):
    if depth:
        yield from tree(depth - 1, label + (0,))
        yield label
        yield from tree(depth - 1, label + (1,))


checksum = 0
for round in range(2933):
    checksum += sum(numbers(20))
    generator = numbers(5)
    next(generator)
    checksum += generator.send(round)
    generator.close()
    checksum += len(list(outer(5)))
    log = []
    one = guarded(log)
    next(one)
    checksum += one.throw(KeyError("key"))
    one.close()
    two = guarded(log)
    next(two)
    del two
    checksum += len(log)
    abandoned = delegate(5)
    next(abandoned)
    del abandoned
    never_started = numbers(3)
    del never_started
    checksum += sum(x * y for x in range(5) for y in numbers(4) if x != y)
    checksum += sum({x: y for x, y in zip(numbers(9), tree(3))})
    checksum += sum(len(label) for label in tree(5))
    try:
        next(iter(numbers(0)))
    except StopIteration as stop:
        checksum += stop.value is None
    first, *rest = numbers(6)
    checksum += len(rest)
    cycle = numbers(3)
    keep = [cycle]
    next(cycle)
    keep.append(keep)
    del cycle, keep


def raises_inside():
    yield 1
    raise ValueError("inside")


for _ in range(500):
    try:
        for _ in raises_inside():
            pass
    except ValueError:
        checksum += 1
print(checksum)

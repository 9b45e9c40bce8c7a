"""Frames of all kinds, which C code enters: some leave a reference over.

    program.py FOLDER-OF-THE-MODULE

What begins with `leaves_` takes references to its argument that it forgets; all
others keep nothing. The last line says how many each took.
"""
import asyncio
import json
import sys
import threading

sys.path.insert(0, sys.argv[1])
import keeper


class Thing:
    """What is handed around, and lives to the end."""

    def __init__(self, number):
        self.number = number

    def method(self, other):
        return other.number + self.number


THINGS = [Thing(number) for number in range(20)]
left = {}


def keep(thing, name):
    left[name] = left.get(name, 0) + 1
    keeper.keep(thing)


def each(function, *more):
    """From C: in some versions other calls are not entered anew."""
    return list(map(function, THINGS, *more))


def plain(thing):
    other = thing
    return other.number


def gives_back(thing):
    return thing


def deletes(thing):
    number = thing.number
    del thing
    return number


def replaces(thing):
    thing = THINGS[0]
    return thing.number


def many(*things, **named):
    return len(things) + len(named)


def default(thing, other=THINGS[3]):
    return thing.number + other.number


def raises(thing):
    other = thing
    raise ValueError(other.number)


def catches(thing):
    try:
        raises(thing)
    except ValueError as error:
        return str(error)


def recursive(thing, depth=30):
    return thing.number if depth == 0 else recursive(thing, depth - 1)


def recursive_by_c(thing, depth=10):
    return thing.number if depth == 0 else list(
        map(recursive_by_c, [thing], [depth - 1]))[0]


def make(thing):
    def closure(other):
        return thing.number + other.number
    return closure


def make_cell(thing):
    def inner():
        return thing.number
    return inner()


def generator(thing):
    yield thing.number
    other = thing
    yield other
    yield [thing for _ in range(3)][0].number


def delegating(thing):
    yield from generator(thing)


def comprehension(thing):
    return sum(thing.number for _ in range(3))


def generators():
    for thing in THINGS:
        assert len(list(generator(thing))) == 3
        list(delegating(thing))
        stopped = generator(thing)
        next(stopped), next(stopped)
        stopped.close()
        thrown = generator(thing)
        next(thrown)
        try:
            thrown.throw(KeyError)
        except KeyError:
            pass
        del stopped, thrown
    suspended = [generator(thing) for thing in THINGS]
    for one in suspended:
        next(one)
    del suspended, one


async def coroutine(thing):
    await asyncio.sleep(0)
    return thing.number


async def agenerator(thing):
    yield thing.number
    await asyncio.sleep(0)
    yield thing.number


async def all_of(thing):
    async for _ in agenerator(thing):
        await asyncio.sleep(0)


async def half_of(thing):
    half = agenerator(thing)
    await half.__anext__()
    await half.aclose()


async def many_tasks():
    await asyncio.gather(*map(coroutine, THINGS))
    await asyncio.gather(*map(all_of, THINGS))
    await asyncio.gather(*map(half_of, THINGS))


def trace(frame, event, argument):
    frame.f_locals
    return trace


def traced():
    sys.settrace(trace)
    each(plain)
    each(catches)
    generators()
    sys.settrace(None)
    sys.setprofile(lambda *arguments: None)
    each(plain)
    sys.setprofile(None)


def healthy():
    for function in (plain, gives_back, deletes, replaces, many, default,
                     catches, recursive, recursive_by_c, make_cell,
                     comprehension, THINGS[5].method):
        each(function)
    each(many, THINGS)
    each(make(THINGS[7]))
    for thing in THINGS:
        try:
            list(map(raises, [thing]))
        except ValueError:
            pass
    generators()
    asyncio.run(many_tasks())
    traced()
    threads = [threading.Thread(target=each, args=(plain,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def leaves_one(thing):
    keep(thing, "leaves_one")


def leaves_one_and_returns_it(thing):
    keep(thing, "leaves_one_and_returns_it")
    return thing


def leaves_one_and_raises(thing):
    keep(thing, "leaves_one_and_raises")
    raise ValueError


def leaves_in_generator(thing):
    yield 1
    keep(thing, "leaves_in_generator")
    yield 2


async def leaves_in_coroutine(thing):
    await asyncio.sleep(0)
    keep(thing, "leaves_in_coroutine")


def leaves_deep(thing, depth=3):
    if depth == 0:
        keep(thing, "leaves_deep")
    else:
        list(map(leaves_deep, [thing], [depth - 1]))


def outer(thing):
    list(map(leaves_one, [thing]))


async def leaving_tasks():
    await asyncio.gather(*map(leaves_in_coroutine, THINGS))


def leaky():
    for function in (leaves_one, leaves_one_and_returns_it, leaves_deep,
                     outer):
        each(function)
    for thing in THINGS:
        try:
            list(map(leaves_one_and_raises, [thing]))
        except ValueError:
            pass
        list(leaves_in_generator(thing))
    asyncio.run(leaving_tasks())


healthy()
leaky()
print(json.dumps(left))

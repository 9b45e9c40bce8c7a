"""functools: wraps, caches, partial, singledispatch, reduce; decorators."""

import functools
import operator

checksum = 0


def counted(function):
    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        wrapper.calls += 1
        return function(*arguments, **keywords)
    wrapper.calls = 0
    return wrapper


def repeat(times):
    def decorate(function):
        def wrapper(value):
            for _ in range(times):
                value = function(value)
            return value
        return wrapper
    return decorate


class Decorator:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return functools.partial(self.function, instance or owner)


class Users:
    @Decorator
    def method(self, value):
        return value + 1

    @functools.cached_property
    def expensive(self):
        return [self]

    @functools.lru_cache(maxsize=16)
    def cached(self, value):
        return (self, value)

    @functools.singledispatchmethod
    def show(self, value):
        return "object"

    @show.register
    def _(self, value: int):
        return "int"

    @functools.partialmethod
    def bound(self):
        return self


@counted
@repeat(3)
@functools.lru_cache(None)
def add_one(value):
    return value + 1


@functools.singledispatch
def kind(value):
    return "object"


@kind.register(list)
@kind.register(tuple)
def _(value):
    return "sequence"


@functools.total_ordering
class Version:
    def __init__(self, *numbers):
        self.numbers = numbers

    def __eq__(self, other):
        return self.numbers == other.numbers

    def __lt__(self, other):
        return self.numbers < other.numbers


@functools.lru_cache(maxsize=100)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


for round in range(4500):
    checksum += add_one(round)
    user = Users()
    checksum += user.method(round) + len(user.expensive) + len(user.expensive)
    checksum += len(user.cached(round % 20)) + len(user.show(1))
    checksum += len(kind([])) + len(kind(())) + len(kind(1))
    fibonacci.cache_clear()
    checksum += fibonacci(30) + fibonacci.cache_info().hits
    partial = functools.partial(int, base=2)
    checksum += partial("101") + partial("11", base=10)
    partial.extra = [partial]
    checksum += len(functools.partial(functools.partial(max, 1), 2).args)
    checksum += functools.reduce(operator.mul, range(1, 8), 1)
    checksum += Version(1, 2) >= Version(1, 1)
    try:
        functools.partial(5)
    except TypeError:
        checksum += 1
    try:
        fibonacci([])
    except TypeError:
        checksum += 1
print(checksum, add_one.calls)

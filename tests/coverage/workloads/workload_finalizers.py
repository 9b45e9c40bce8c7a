"""__del__, resurrection, exceptions in finalizers, weak references to them."""

import gc
import sys
import weakref

saved, log = [], []


class Phoenix:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        log.append(self.number)
        if self.number % 3 == 0:
            saved.append(self)


class Tidy:
    __slots__ = ("held",)

    def __del__(self):
        self.held = None


class Fails:
    def __del__(self):
        raise ValueError("in a finalizer")


class Linked:
    def __init__(self):
        self.other = None

    def __del__(self):
        if self.other is not None:
            saved.append(self.other)
            self.other = None


unraisable = []
sys.unraisablehook = lambda arguments: unraisable.append(arguments.exc_type)

for number in range(40000):
    phoenix = Phoenix(number)
    phoenix = None
    tidy = Tidy()
    tidy.held = tidy
    tidy.held = None
    Fails()
    if len(saved) > 100:
        del saved[:]
for _ in range(100):
    one, two = Linked(), Linked()
    one.other, two.other = two, one
    del one, two
    gc.collect(0)
gc.collect()
print(len(log), len(unraisable), len(saved) > 0)
saved.clear()
gc.collect()


def generator_with_finally():
    try:
        yield 1
    finally:
        saved.append("closed")


for _ in range(5000):
    one = generator_with_finally()
    next(one)
    loop = [one]
    loop.append(loop)
    del one, loop
gc.collect()
print(len(saved))

reference = weakref.ref(Phoenix(3))
print(reference() is None)

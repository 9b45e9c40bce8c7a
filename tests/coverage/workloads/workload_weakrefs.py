"""Weak references, proxies, weak containers, finalizers, callbacks."""

import gc
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def method(self):
        return self.name


checksum, calls = 0, []
for round in range(4250):
    thing = Thing(round)
    reference = weakref.ref(thing, calls.append)
    again = weakref.ref(thing)
    proxy = weakref.proxy(thing)
    bound = weakref.WeakMethod(thing.method)
    checksum += reference().name + proxy.name + bound()() + (
        again is weakref.ref(thing))
    checksum += weakref.getweakrefcount(thing)
    table = weakref.WeakValueDictionary((n, Thing(n)) for n in range(5))
    table["kept"] = thing
    keys = weakref.WeakKeyDictionary({thing: [round]})
    group = weakref.WeakSet([thing, Thing(0)])
    checksum += len(table) + len(keys) + len(group)
    weakref.finalize(thing, calls.append, round)
    thing.cycle = [thing, reference, proxy] if round % 2 else None
    del thing
    if round % 50 == 0:
        gc.collect()
    try:
        proxy.name
        checksum += 1
    except ReferenceError:
        pass
    checksum += bound() is None
gc.collect()
checksum += len(calls)
for wrong in (1, "text", (1,), None):
    try:
        weakref.ref(wrong)
    except TypeError:
        checksum += 1
print(checksum, reference() is None)


def function():
    pass


subclass = type("Reference", (weakref.ref,), {"extra": 1})
references = [subclass(function, lambda r: None) for _ in range(500)]
print(len(references), weakref.getweakrefcount(function))

"""Finalizers, weak references and atexit: same order, same text."""
#: prints last reference
#: prints weak: gone
#: prints cycle
#: prints resurrected True
#: prints atexit 2
#: prints atexit 1
#: prints at the end global
import atexit
import gc
import weakref


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print(self.name, flush=True)


class Phoenix:
    alive = []

    def __del__(self):
        Phoenix.alive.append(self)


value = Loud("last reference")
watched = set()
reference = weakref.ref(value, lambda _: print("weak: gone"))
del value
value = Loud("cycle")
value.itself = value
del value
gc.collect()
bird = Phoenix()
del bird
print("resurrected", len(Phoenix.alive) == 1)
atexit.register(print, "atexit 1")
atexit.register(print, "atexit 2")
at_the_end = Loud("at the end global")

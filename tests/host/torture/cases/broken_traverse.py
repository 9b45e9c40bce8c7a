"""A type whose tp_traverse faults on what the collector never saw of it: the
search for owners is given up, and the program goes on and ends as it does.
"""
#: prints goes on
#: status 3
#: may say
#: setting CENSUS always
#: setting CHECKPOINT_INTERVAL 1
import ctypes
import gc
import os
import time

TRAVERSE = 184  # tp_traverse, from 3.9 to 3.15


class Broken:
    __slots__ = ("held",)


gc.disable()
kept = [Broken() for _ in range(50)]
slot = ctypes.c_void_p.from_address(id(Broken) + TRAVERSE)
# It stores where it came to at the second argument, which is code here.
slot.value = ctypes.cast(ctypes.CDLL(None).strtod, ctypes.c_void_p).value
end = time.monotonic() + 2.5
while time.monotonic() < end:
    held = [str(number) for number in range(1000)]
    kept[0].held = held
print("goes on", flush=True)
os._exit(3)

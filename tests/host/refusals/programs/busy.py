"""Everything that makes the library call the system while a program runs.

The ledger grows, modules come, new types and threads; objects become more and
are overwritten in a slot, for the watch; checkpoints; and a file is read.
"""
import ctypes
import os
import threading

os.write(1, b"begin\n")

import json  # noqa: E402
import zlib  # noqa: E402

for name in "reftally_checkpoint", "reftally_round":
    mark = getattr(ctypes.CDLL(None), name, None)
    if mark is not None:
        mark.argtypes = [ctypes.c_char_p]
        mark(b"here")


class Node:
    def __init__(self, value):
        self.value = value


kept = []


def grow(rounds):
    for number in range(rounds):
        node = Node([number])
        node.value = [number, number]
        kept.append(node)


grow(3000)
threads = [threading.Thread(target=grow, args=(500,)) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for number in range(20):
    kept.append(type("Made%d" % number, (Node,), {})([number]))

text = "end %d %d\n" % (len(kept), zlib.crc32(json.dumps([1, 2]).encode()))
os.write(1, text.encode())

"""What the program can see of counts and allocations is not changed."""
#: prints 2 3 5
#: prints 0 blocks
#: prints 0 objects
import gc
import sys

value = [object()]
alias = value
pair = (value, alias)
print(sys.getrefcount([]) + 1, sys.getrefcount(value[0]) + 1,
      sys.getrefcount(value))


def work():
    kept = [{"i": [i]} for i in range(2000)]
    kept.sort(key=lambda item: -item["i"][0])


work()
gc.collect()
blocks, objects = sys.getallocatedblocks(), len(gc.get_objects())
work()
gc.collect()
blocks = sys.getallocatedblocks() - blocks
objects = len(gc.get_objects()) - objects
print(blocks if blocks > 3 else 0, "blocks")
print(objects, "objects")

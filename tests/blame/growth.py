"""growth - what a step leaves behind, by the interpreter's own means.

    python3 growth.py FOLDER FOLDER_OF_PACKAGES NAME

Prints the blocks of memory and the references (those that probe() counts, and
all of them in a debug interpreter) that remain after a step.
"""
import gc
import importlib
import sys

WARM_UP, STEPS, ROUNDS = 30, 40, 3

sys.dont_write_bytecode = True
sys.path[:0] = sys.argv[1:3]
case = importlib.import_module(sys.argv[3])
probe = getattr(case, "probe", lambda: 0)
total = getattr(sys, "gettotalrefcount", lambda: 0)


def now():
    gc.collect()
    sys._clear_type_cache()
    return sys.getallocatedblocks(), probe(), total()


for _ in range(WARM_UP):
    case.step()
rounds = []
for _ in range(ROUNDS):
    before = now()
    for _ in range(STEPS):
        case.step()
    rounds.append([(b - a) / STEPS for a, b in zip(before, now())])
blocks, probed, references = (sorted(column)[1] for column in zip(*rounds))
print(blocks, probed, references)

"""Pools of all three kinds, with workers that die, managers, shared memory."""
#: prints fork 1225 broken {'a': [1]}
#: prints forkserver 1225 broken {'a': [1]}
#: prints spawn 1225 broken {'a': [1]}
#: prints 3
import concurrent.futures
import multiprocessing
import os
from multiprocessing import shared_memory


def count(number):
    return len([[i] for i in range(number)])


def die(status):
    os._exit(status)


def all_of(kind):
    context = multiprocessing.get_context(kind)
    with concurrent.futures.ProcessPoolExecutor(
            2, mp_context=context) as pool:
        counted = sum(pool.map(count, range(50), chunksize=5))
    with concurrent.futures.ProcessPoolExecutor(
            1, mp_context=context) as pool:
        try:
            died = pool.submit(die, 1).result()
        except concurrent.futures.process.BrokenProcessPool:
            died = "broken"
    with context.Manager() as manager:
        shared = manager.dict()
        shared["a"] = [1]
        print(kind, counted, died, dict(shared))


if __name__ == "__main__":
    for kind in ("fork", "forkserver", "spawn"):
        all_of(kind)
    memory = shared_memory.SharedMemory(create=True, size=1000)
    memory.buf[0] = 3
    print(memory.buf[0])
    memory.close()
    memory.unlink()

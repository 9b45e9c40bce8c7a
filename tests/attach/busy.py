"""A program that is busy in malloc, threads, the collector, signals and forks.

Everything it computes is known; whatever differs ends it with status 1. On
SIGTERM it says how much it did, and whether its code is what the files have.
"""
import gc
import hashlib
import json
import os
import random
import signal
import sys
import threading
import time
import zlib

stopping = False
ticks = 0
failures = []


def stop(number, frame):
    global stopping
    stopping = True


def tick(number, frame):
    global ticks
    ticks += 1


class Node:
    def __init__(self, value):
        self.value = value
        self.self = self


def check(condition, what):
    if not condition:
        failures.append(what)
        raise SystemExit(1)


def allocate(generator):
    blocks = [bytes([size & 255]) * size
              for size in (generator.randrange(1, 40000) for _ in range(60))]
    check(all(block[0] == len(block) & 255 == block[-1] for block in blocks),
          "blocks")


def collect(generator):
    nodes = [Node(number) for number in range(300)]
    check(sum(node.value for node in nodes) == 44850, "nodes")
    if generator.random() < 0.1:
        gc.collect()


def convert(generator):
    rows = [{"a": number, "b": [str(number)] * 3} for number in range(50)]
    check(json.loads(json.dumps(rows)) == rows, "rows")


def compress(generator):
    text = generator.getrandbits(80000).to_bytes(10000, "little") * 3
    check(zlib.decompress(zlib.compress(text)) == text, "zlib")
    check(hashlib.sha256(text).digest() == hashlib.sha256(text).digest(),
          "sha256")


def fork(generator):
    child = os.fork()
    if child == 0:
        os._exit(7)
    check(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7, "child")


def work(jobs, seed, counts, index):
    generator = random.Random(seed)
    try:
        while not stopping and not failures:
            generator.choice(jobs)(generator)
            counts[index] += 1
    except BaseException as error:
        failures.append(repr(error))


def changed_code():
    """Files whose code is not what this process executes."""
    changed = []
    memory = open("/proc/self/mem", "rb", 0)
    for line in open("/proc/self/maps"):
        part = line.split()
        if len(part) != 6 or "x" not in part[1] or part[5][0] != "/" or \
                "reftally" in part[5]:
            continue
        start, end = (int(one, 16) for one in part[0].split("-"))
        path = part[5]
        root = os.readlink("/proc/self/root")
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            file.seek(int(part[2], 16))
            there = file.read(end - start)
        memory.seek(start)
        if memory.read(len(there)) != there:
            changed.append(path)
    return changed


def main():
    jobs = [allocate, collect, convert, compress]
    counts = [0, 0, 0, 0]
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
    threads = [threading.Thread(target=work, args=(jobs, seed, counts, seed))
               for seed in (1, 2, 3)]
    for thread in threads:
        thread.start()
    print("ready", flush=True)
    work(jobs + [fork], 0, counts, 0)
    for thread in threads:
        thread.join()
    signal.setitimer(signal.ITIMER_REAL, 0)
    changed = changed_code()
    print("counts", counts, "ticks", ticks, "changed", changed, "failures",
          failures, flush=True)
    sys.exit(1 if failures or changed or min(counts) == 0 else 0)


main()

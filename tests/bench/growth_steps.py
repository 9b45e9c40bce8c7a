"""growth_steps DIMENSION N STEPS - one program of tests/bench/growth.

Takes about STEPS steps where there are N of something at once: frames, objects,
threads...
"""
import sys


def recursion(n, steps):
    """Frames of Python code, each called by the one before."""
    def descend(left):
        return [left] if left == 0 else descend(left - 1) + []

    for _ in range(steps // n):
        descend(n)


def recursion_through_c(n, steps):
    """Calls from C into Python and back: a comparison that compares."""
    class Nested:
        def __init__(self, depth):
            self.depth = depth

        def __eq__(self, other):
            return self.depth == 0 or (Nested(self.depth - 1)
                                       == Nested(other.depth - 1))

    for _ in range(steps // n):
        assert Nested(n) == Nested(n)


def recursion_in_c(n, steps):
    """Frames of C code, each of which makes objects."""
    import json
    nested = []
    for _ in range(n):
        nested = [nested, {}]
    for _ in range(steps // n):
        json.dumps(nested)


def objects(n, steps):
    """Live objects, born at one place, while others come and go."""
    kept = [[number] for number in range(n)]
    for number in range(steps):
        kept[number % n] = [number]


def classes(n, steps):
    """Classes, each with instances."""
    made = [type("Made%d" % number, (), {}) for number in range(n)]
    for number in range(steps):
        made[number % n]()


def generators(n, steps):
    """Suspended generators."""
    def count():
        number = 0
        while True:
            yield [number]
            number += 1

    running = [count() for _ in range(n)]
    for number in range(steps):
        next(running[number % n])


def modules(n, steps):
    """Modules, each with functions of its own."""
    import types
    code = compile("def step(value): return [value]\nVALUES = [step(1)]",
                   "made.py", "exec")
    made = []
    for number in range(n):
        module = types.ModuleType("made%d" % number)
        exec(code, module.__dict__)
        made.append(module)
    for number in range(steps):
        made[number % n].step(number)


def call_sites(n, steps):
    """Lines that make objects, each in a function of its own."""
    text = "".join("def f%d(v):\n    return [v]\n" % number
                   for number in range(n))
    names = {}
    exec(compile(text, "made.py", "exec"), names)
    functions = [names["f%d" % number] for number in range(n)]
    for number in range(steps):
        functions[number % n](number)


def threads(n, steps):
    """Live threads that take turns."""
    import threading
    threading.stack_size(256 * 1024)
    locks = [threading.Lock() for _ in range(n)]
    done = threading.Lock()
    rounds = max(steps // n, 1)
    for lock in locks:
        lock.acquire()
    done.acquire()

    def work(number):
        for _ in range(rounds):
            locks[number].acquire()
            for _ in range(10):
                [number]
            (locks[number + 1] if number + 1 < n else done).release()

    running = [threading.Thread(target=work, args=(number,))
               for number in range(n)]
    for thread in running:
        thread.start()
    for _ in range(rounds):
        locks[0].release()
        done.acquire()
    for thread in running:
        thread.join()


def greenlets(n, steps):
    """Suspended greenlets that are switched to in turn."""
    import greenlet
    main = greenlet.getcurrent()

    def work(number):
        kept = [number]
        while True:
            kept = [kept[0]]
            main.switch(kept)

    running = [greenlet.greenlet(work) for _ in range(n)]
    for number in range(steps):
        running[number % n].switch(number)


def checkpoints(n, steps):
    """Checkpoints, with a few thousand objects alive."""
    from reftally import checkpoint
    kept = [[number] for number in range(2000)]
    for number in range(n):
        checkpoint("number %d" % number)
        for at in range(max(steps // n, 1)):
            kept[at % 2000] = [at]


def images(n, steps):
    """Loaded extension modules; they are copies of one."""
    import importlib.machinery
    import importlib.util
    import os
    made = []
    for number in range(n):
        path = os.path.join(os.environ["GROWTH_IMAGES"], "%d.so" % number)
        loader = importlib.machinery.ExtensionFileLoader("grown", path)
        spec = importlib.util.spec_from_loader("grown", loader)
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        made.append(module)
    for number in range(steps):
        made[number % n].step(number)


def main(dimension, n, steps):
    sys.setrecursionlimit(10 ** 6)
    run = globals()[dimension]
    if dimension.startswith("recursion"):
        import threading
        threading.stack_size(1 << 29)
        failures = []

        def guarded():
            try:
                run(n, steps)
            except BaseException as error:
                failures.append(error)

        thread = threading.Thread(target=guarded)
        thread.start()
        thread.join()
        if failures:
            sys.exit("%s: %s" % (type(failures[0]).__name__, failures[0]))
    else:
        run(n, steps)
    print("done")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

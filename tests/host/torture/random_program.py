"""random_program SEED ACTIONS - a program made up at random, by its seed.

It does so many things one after the other, each drawn from those below, and
writes a line for each: its number, its name and a checksum of what came of it.
What it writes depends on the seed and the interpreter's version only, never on
addresses, time or the order of threads. It sleeps never and leaves nothing
behind but what `kept` holds at its end.
"""
import ctypes
import gc
import importlib
import importlib.machinery
import json
import mmap
import os
import pickle
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
import zlib

try:
    import _interpreters as interpreters  # from 3.13
except ImportError:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        interpreters = None

ACTIONS = []
kept = []
slots = {}


def action(weight):
    """How often it is drawn, against the others' weights."""
    def add(function):
        ACTIONS.append((function, weight))
        return function
    return add


# Objects and who owns them.

@action(300)
def containers(draw):
    made = [[number, {number: (number,)}] for number in range(draw(60))]
    slots[draw(40)] = made
    return len(made)


@action(200)
def cycles(draw):
    for _ in range(draw(20)):
        one, other = [], {}
        one.append(other)
        other["back"] = one
    return 0


@action(20)
def garbage(draw):
    gc.collect(draw(3))
    slots.pop(draw(40), None)
    return 0


@action(200)
def keeping(draw):
    kept.append(tuple(range(draw(9))))
    if len(kept) > 500:
        del kept[:250]
    return len(kept)


@action(100)
def classes(draw):
    class Base:
        __slots__ = ("one", "__weakref__") if draw(2) else ("one", "__dict__",
                                                            "__weakref__")

    class Derived(Base):
        def __del__(self):
            died.append(self.one)
            if resurrects:
                slots["back"] = self
    died, resurrects = [], draw(4) == 0
    for number in range(draw(8)):
        thing = Derived()
        thing.one = number
    thing = None
    slots.pop("back", None)
    return sum(died)


@action(100)
def weak(draw):
    class Thing:
        pass
    told = []
    things = [Thing() for _ in range(1 + draw(9))]
    references = [weakref.ref(thing, told.append) for thing in things]
    values = weakref.WeakValueDictionary(enumerate(things))
    del things[draw(len(things)):]
    return len(told), len(values), sum(one() is None for one in references)


@action(100)
def changed_class(draw):
    class One:
        pass

    class Other:
        pass
    thing = One()
    thing.__class__ = Other
    thing.__dict__ = {"a": draw(99)}
    return type("Made", (Other,), {"b": draw(9)})().b + thing.a


@action(100)
def bytes_and_buffers(draw):
    data = bytearray(os.urandom(0) + b"abc" * draw(300))
    with memoryview(data) as view:
        copy = bytes(view[::-1])
    data += copy
    del data[draw(50):]
    with mmap.mmap(-1, 4096) as memory:
        memory[:len(data[:100])] = data[:100]
        return zlib.crc32(memory[:200] + pickle.dumps(bytes(data), 4))


@action(150)
def texts(draw):
    text = "-".join(str(draw(999)) for _ in range(draw(20)))
    found = re.findall(r"(\d)(\d*)-", text * 3)
    return zlib.crc32(json.dumps([text, found]).encode()), \
        struct.calcsize("%dsi" % draw(9)), "%s %r" % (text[:5], found[:1])


@action(50)
def sorted_by_code(draw):
    class Key:
        def __init__(self, number):
            self.number = number

        def __lt__(self, other):
            return self.number < other.number
    return [key.number for key in sorted(Key(draw(99)) for _ in range(30))]


# Ways through frames.

@action(150)
def exceptions(draw):
    def fail(depth):
        try:
            if depth == 0:
                raise (ValueError, KeyError, OSError)[draw(3)](draw(9))
            fail(depth - 1)
        except ValueError as error:
            if draw(2):
                raise TypeError(str(error)) from error
            raise
        finally:
            depths.append(depth)
    depths = []
    try:
        fail(draw(20))
    except Exception as error:
        if draw(8) == 0:
            slots["error"] = error
        return type(error).__name__, len(depths)


@action(150)
def generators(draw):
    def counting(limit):
        try:
            for number in range(limit):
                got = yield [number]
                if got:
                    yield from counting(3)
        except RuntimeError:
            yield "thrown"
        finally:
            closed.append(limit)
    closed, some = [], []
    for _ in range(draw(9)):
        one = counting(1 + draw(5))
        next(one)
        what = draw(5)
        if what == 0:
            one.close()
        elif what == 1:
            some.append(one.throw(RuntimeError()))
        elif what == 2:
            some.append(one.send(1))
        elif what == 3:
            slots["generator", draw(9)] = one
            closed = []
        else:
            some += one
    return some


@action(75)
def coroutines(draw):
    class Wait:
        def __await__(self):
            return (yield draw(9))

    async def inner(depth):
        if depth:
            return [await inner(depth - 1)]
        return await Wait()

    async def many():
        async for one in numbers():
            told.append(one)

    async def numbers():
        for number in range(draw(9)):
            yield number
    told, one = [], inner(draw(20))
    told.append(one.send(None))
    if draw(3):
        try:
            one.send(7)
        except StopIteration as end:
            told.append(repr(end.value))
    else:
        one.close()
    try:
        many().send(None)
    except StopIteration:
        pass
    return told


@action(6)
def recursion(draw):
    def deeper(depth):
        return depth and 1 + deeper(depth - 1)

    def without_end():
        return without_end() + 1
    nested = None
    for _ in range(draw(300)):
        nested = [nested]
    try:
        without_end()
    except RecursionError:
        pass
    return deeper(draw(500)), len(repr(nested))


@action(2)
def deep_destruction(draw):
    nested = None
    for number in range(draw(20000)):
        nested = (nested,) if number % 2 else [nested]
    del nested
    return 0


@action(8)
def traced(draw):
    seen = []

    def trace(frame, event, argument):
        seen.append(event)
        return trace
    def watched(number):
        return [number for number in range(number)]
    (sys.settrace if draw(2) else sys.setprofile)(trace)
    try:
        watched(draw(9))
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    return len(seen) > 0


@action(50)
def compiled(draw):
    names = {}
    exec("def made(a, b=%d):\n"
         "    try:\n        return [a, b][%d]\n"
         "    except IndexError as error:\n        return str(error)\n"
         % (draw(99), draw(4)), names)
    return names["made"](1)


# Threads and signals.

@action(5)
def threads(draw):
    def work(seed):
        own = random.Random(seed)
        for _ in range(10):
            function = own.choice(HARMLESS)
            results.append(repr(function(own.randrange)))
    results = []
    started = [threading.Thread(target=work, args=(draw(1 << 30),))
               for _ in range(1 + draw(4))]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return len(results)


@action(3)
def small_stack(draw):
    result = []
    before = threading.stack_size(256 * 1024)
    thread = threading.Thread(target=lambda: result.append(
        [[number] for number in range(draw(99))]))
    thread.start()
    thread.join()
    threading.stack_size(before)
    return len(result[0])


@action(3)
def locals_of_threads(draw):
    local, told = threading.local(), []

    def work(number):
        local.mine = [number] * number
        told.append(len(local.mine))
    for number in range(draw(6)):
        thread = threading.Thread(target=work, args=(number,))
        thread.start()
        thread.join()
    return told


@action(6)
def raised_signals(draw):
    told = []
    number = (signal.SIGUSR1, signal.SIGHUP, signal.SIGALRM)[draw(3)]
    before = signal.signal(number, lambda *_: told.append([1]))
    for _ in range(1 + draw(5)):
        signal.raise_signal(number)
    signal.signal(number, before)
    return len(told)


@action(3)
def storm(draw):
    told = []
    before = signal.signal(signal.SIGALRM, lambda *_: told.append([1]))
    signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
    while len(told) < 5:
        [[number] for number in range(200)]
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    return 0


@action(3)
def broken_off(draw):
    class Late(Exception):
        pass

    def stop(*_):
        raise Late
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005)
        while True:
            {number: [number] for number in range(50)}
    except Late:
        pass
    signal.signal(signal.SIGALRM, before)
    return 0


# Processes.

@action(3)
def forked(draw):
    way, status = draw(6), draw(200)
    child = os.fork()
    if child == 0:
        code = 99
        try:
            for _ in range(draw(20)):
                random.Random(status).choice(HARMLESS)(draw)
            code = status
            if way == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            elif way == 1:
                os.abort()
            elif way == 2:
                os.execv("/bin/true", ["true"])
            elif way == 3:
                os.execv(sys.executable, [sys.executable, "-S", "-c",
                                          "raise SystemExit(%d)" % status])
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] & 0xff7f # whether a core was left: no


@action(1)
def forked_to_its_end(draw):
    """As above, but the child is finalized: its exit handlers, its census."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        kept.clear()
        os.close(1)
        raise SystemExit(draw(200))
    return os.waitpid(child, 0)[1]


@action(1)
def forked_among_threads(draw):
    stop = threading.Event()

    def work():
        while not stop.is_set():
            [[number] for number in range(100)]
    busy = [threading.Thread(target=work) for _ in range(1 + draw(3))]
    for thread in busy:
        thread.start()
    child = os.fork()
    if child == 0:
        os._exit(len([[number] for number in range(40)]))
    status = os.waitpid(child, 0)[1]
    stop.set()
    for thread in busy:
        thread.join()
    return status


@action(1)
def started(draw):
    done = subprocess.run(
        [sys.executable, "-S", "-c",
         "import sys; k = [[i] for i in range(%d)]; print(len(k))"
         % draw(9999)], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


@action(1)
def piped(draw):
    shell = subprocess.run("echo %d | cat" % draw(99), shell=True,
                           stdout=subprocess.PIPE, text=True, check=True)
    return shell.stdout


# Code that comes and goes.

@action(3)
def imported_again(draw):
    name = ("_heapq", "_bisect", "_csv", "_random", "_statistics", "decimal",
            "_lsprof", "colorsys", "sched", "_queue")[draw(10)]
    sys.modules.pop(name, None)
    if name == "decimal":
        sys.modules.pop("_decimal", None)
    module = importlib.import_module(name)
    return module.__name__


def extension_files():
    folder = os.path.dirname(os.__file__) + "/lib-dynload/"
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    return [path for path in (folder + name + suffix for name in (
        "_csv", "_lsprof", "_queue", "_lzma")) if os.path.isfile(path)]


@action(2)
def opened_and_closed(draw):
    import _ctypes
    files = extension_files()
    if not files:
        return 0
    path = files[draw(len(files))]
    with tempfile.TemporaryDirectory() as folder:
        if draw(2):
            path = shutil.copy(path, folder + "/m%d.so" % draw(1 << 30))
        for _ in range(draw(3)):
            _ctypes.dlclose(_ctypes.dlopen(path, os.RTLD_NOW))
    return 0


@action(5)
def called_back(draw):
    numbers = (ctypes.c_int * 20)(*(draw(99) for _ in range(20)))
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int),
                            ctypes.POINTER(ctypes.c_int))
    ctypes.CDLL(None).qsort(numbers, 20, ctypes.sizeof(ctypes.c_int),
                            kind(lambda a, b: a[0] - b[0]))
    return list(numbers)


@action(1)
def interpreter_within(draw):
    if interpreters is None:
        return 0
    made = interpreters.create()
    interpreters.run_string(
        made, "k = [{'i': [i]} for i in range(%d)]; k.append(k)" % draw(999))
    interpreters.destroy(made)
    return 0


# What runs out.

def address_space():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * mmap.PAGESIZE


@action(1)
def out_of_memory(draw):
    before = resource.getrlimit(resource.RLIMIT_AS)
    some = []
    limit = address_space() + (1 + draw(16)) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
    try:
        while True:
            some.append([bytes(5000), {}])
    except MemoryError:
        del some
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    return "refused"


@action(1)
def out_of_descriptors(draw):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, before[1]))
    files = []
    try:
        while True:
            files.append(os.open("/dev/null", os.O_RDONLY))
    except OSError as error:
        slots["full", draw(9)] = [[number] for number in range(draw(3000))]
        return error.errno
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# What a thread or a child may do at any time.
HARMLESS = [containers, cycles, classes, weak, changed_class, texts,
            sorted_by_code, exceptions, coroutines, compiled,
            bytes_and_buffers]


def main(seed, count):
    draw = random.Random(seed)
    functions, weights = zip(*ACTIONS)
    # Most programs have a few kinds of actions only, so that these meet often.
    chosen = draw.sample(range(len(functions)), draw.randint(5, len(functions)))
    functions = [functions[number] for number in chosen]
    weights = [weights[number] for number in chosen]
    for number in range(count):
        function = draw.choices(functions, weights)[0]
        result = repr(function(draw.randrange))
        os.write(1, b"%d %s %08x\n" % (number, function.__name__.encode(),
                                       zlib.crc32(result.encode())))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

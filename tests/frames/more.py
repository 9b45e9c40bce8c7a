"""Frames that keep nothing, in ways that are harder to follow.

Exceptions and recursion that unwind, generators that have themselves or end in
another thread, finalizers, callbacks of ctypes, and all of it while it is
traced, profiled and monitored. The last line says that nothing is left over.
"""
import asyncio
import contextlib
import contextvars
import ctypes
import functools
import gc
import inspect
import json
import operator
import sys
import threading
import traceback
import weakref

V = sys.version_info[:2]


class Thing:
    def __init__(self, number):
        self.number = number

    def method(self):
        return self.number

    @property
    def prop(self):
        return self.number

    @classmethod
    def klass(cls, thing):
        return thing.number

    @staticmethod
    def static(thing):
        return thing.number

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self) >> 4

    def __lt__(self, other):
        return self.number < other.number

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True

    def __getattr__(self, name):
        if name == "made_up":
            return self.number
        raise AttributeError(name)


class Sub(Thing):
    def __init__(self, number):
        super().__init__(number)

    def method(self):
        cell = lambda: self.number + super(Sub, self).method()
        return cell() + super().method()


THINGS = [Thing(i) for i in range(10)] + [Sub(i) for i in range(10)]


def each(function, *more):
    return list(map(function, THINGS, *more))


def finally_returns(thing):
    try:
        raise ValueError(thing.number)
    finally:
        return thing.number


def raise_from(thing):
    try:
        try:
            raise KeyError(thing)
        except KeyError as error:
            raise ValueError(thing) from error
    except ValueError as error:
        return len(error.args)


def nested_except(thing):
    try:
        raise KeyError(thing)
    except KeyError:
        try:
            raise IndexError(thing)
        except IndexError:
            return sys.exc_info()[0].__name__


def suppresses(thing):
    with thing as other:
        raise ValueError(other)
    return other.number


def stack_suppresses(thing):
    with contextlib.ExitStack() as stack:
        stack.enter_context(thing)
        raise ValueError(thing)
    return 1


@contextlib.contextmanager
def manager(thing):
    try:
        yield thing
    except ValueError:
        pass


def manages(thing):
    with manager(thing) as other:
        raise ValueError(other)


def runs_deep(thing, depth=0):
    return runs_deep(thing, depth + 1)


def to_the_limit(call, thing):
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        call(thing)
    except RecursionError:
        return thing.number
    finally:
        sys.setrecursionlimit(old)


def recursion(thing):
    return to_the_limit(runs_deep, thing)


def deep_by_c(thing, depth=0):
    return list(map(deep_by_c, [thing], [depth + 1]))[0]


def recursion_by_c(thing):
    return to_the_limit(deep_by_c, thing)


def looks_at_locals(thing):
    other = thing
    found = dict(locals())
    return len(found), other.number


def looks_at_frame(thing):
    frame = sys._getframe()
    try:
        return frame.f_locals["thing"].number
    finally:
        del frame


def looks_at_caller():
    return sys._getframe(1).f_locals["thing"].number


def looked_at(thing):
    looks_at_caller()
    return list(map(lambda _: looks_at_caller_of_c(), [1]))


def looks_at_caller_of_c():
    frame = sys._getframe(1)
    while frame is not None and "thing" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["thing"].number


def executes(thing):
    space = {"thing": thing}
    exec("other = thing\nnumber = other.number", space)
    return eval("thing.number + number", space)


def class_body(thing):
    class Body:
        value = thing.number

        def __init__(self):
            super().__init__()
            self.value = __class__.value
    return Body().value


def rebinding(thing):
    def inner():
        nonlocal thing
        old, thing = thing, None
        return old.number
    return inner()


def deleting_cell(thing):
    def inner():
        return thing.number
    number = inner()
    del thing
    try:
        inner()
    except NameError:
        return number


def lambda_default(thing):
    return (lambda number=thing.number, other=thing: other.number + number)()


def partials(thing):
    return functools.partial(operator.attrgetter("number"), thing)()


def sorts(thing):
    return sorted([thing] * 3, key=lambda other: other.number)[0].number


def sorts_raising(thing):
    def key(other):
        raise ValueError(other)
    try:
        sorted([thing] * 3, key=key)
    except ValueError:
        return 1


def looks_up(thing):
    return {thing: 1}[thing], thing in [None, thing], thing.made_up, thing.prop


def caller_kw(*args, thing, **named):
    return thing.number + len(args) + len(named)


def calls_kw(thing):
    return caller_kw(*[thing] * 3, thing=thing, more=thing, **{"other": thing})


class Dying:
    def __init__(self, thing):
        self.thing = thing

    def __del__(self):
        self.thing.number


class Rising:
    kept = []

    def __init__(self, thing):
        self.thing = thing

    def __del__(self):
        Rising.kept.append(self)


def dies(thing):
    Dying(thing)
    cycle = Dying(thing)
    cycle.me = cycle
    del cycle
    gc.collect()


def rises(thing):
    Rising(thing)
    one = Rising.kept.pop()
    return one.thing.number


def weak(thing):
    def gone(reference, thing=thing):
        thing.number
    holder = type("Holder", (), {})()
    one = weakref.ref(holder, gone)
    del holder
    return one()


callback_type = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)
callback_void = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.py_object)


def by_ctypes(thing):
    return callback_type(lambda other: other)(thing).number


def by_ctypes_number(thing):
    return callback_void(lambda other: other.number)(thing)


def gen(thing):
    other = thing
    try:
        got = yield other
        while got is not None:
            got = yield got
    finally:
        other.number


def gen_raises(thing):
    yield thing
    raise ValueError(thing)


def gen_gives(thing):
    yield 1
    return thing


def gen_from(thing):
    got = yield from gen_gives(thing)
    assert got is thing
    yield got


def gen_catches(thing):
    while True:
        try:
            yield thing
        except ValueError as error:
            assert error.args[0] is thing


def generators(thing):
    one = gen(thing)
    next(one)
    one.send(thing)
    one.send(one)           # it has itself
    one.send([one, thing])
    one.close()
    for _ in gen(thing):
        pass
    gen(thing)              # never started
    unstarted = gen(thing)
    try:
        unstarted.throw(ValueError)
    except ValueError:
        pass
    one = gen_raises(thing)
    next(one)
    try:
        next(one)
    except ValueError as error:
        assert error.args[0] is thing
    list(gen_from(thing))
    one = gen_catches(thing)
    next(one)
    for _ in range(3):
        one.throw(ValueError(thing))
    del one                 # closes it
    cyclic = gen(thing)
    next(cyclic)
    cyclic.send(cyclic)
    del cyclic
    gc.collect()
    one = gen(thing)
    next(one)
    one.gi_frame.f_locals
    frame = one.gi_frame
    try:
        frame.clear()
    except RuntimeError:
        pass
    del frame
    try:
        next(one)
    except (StopIteration, RuntimeError):
        pass
    return sum(other.number for other in [thing] * 3 if other is thing)


def in_threads(thing):
    one = gen(thing)
    next(one)
    worker = threading.Thread(target=one.send, args=(thing,))
    worker.start()
    worker.join()
    worker = threading.Thread(target=one.close)
    worker.start()
    worker.join()


async def coro(thing, depth=3):
    await asyncio.sleep(0)
    if depth:
        return await coro(thing, depth - 1)
    return thing


async def agen(thing):
    try:
        got = yield thing
        while got is not None:
            await asyncio.sleep(0)
            got = yield got
    except ValueError:
        yield thing
    finally:
        await asyncio.sleep(0)


async def cancelled(thing):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        thing.number
        raise


async def waits_for(thing):
    try:
        await asyncio.wait_for(asyncio.sleep(10, thing), .001)
    except asyncio.TimeoutError:
        return thing.number


@contextlib.asynccontextmanager
async def amanager(thing):
    yield thing


async def one_task(thing):
    assert await coro(thing) is thing
    half = agen(thing)
    assert await half.__anext__() is thing
    assert await half.asend(thing) is thing
    assert await half.athrow(ValueError()) is thing
    await half.aclose()
    never = agen(thing)
    await never.__anext__()
    del never               # finalized by the loop
    async with amanager(thing) as other:
        other.number
    task = asyncio.ensure_future(cancelled(thing))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    await waits_for(thing)
    return [x async for x in agen(thing)][0].number


async def tasks():
    for thing in THINGS:
        await one_task(thing)
    await asyncio.gather(*map(coro, THINGS))


def never_awaited(thing):
    coro(thing).close()


def contexts(thing):
    return contextvars.copy_context().run(Thing.method, thing)


def keeps_and_drops(thing):
    try:
        raise ValueError(thing)
    except ValueError as error:
        kept = error
    text = traceback.format_exception(ValueError, kept, kept.__traceback__)
    traceback.clear_frames(kept.__traceback__)
    kept.__traceback__ = None
    return len(text) > 0


def unpacks(thing):
    a, *b = [thing] * 4
    (c, d), e = (a, b[0]), b[1]
    a, c = c, a
    return [x for x in (a, c, d, e)][0].number, {y: y for y in (a, b[0])}


def loops(thing):
    last = None
    for other in [thing] * 30:      # specializes
        last = other
        other.number
    while last is not None:
        last = None
    return thing.method() + Thing.klass(thing) + Thing.static(thing)


def walrus(thing):
    return [(last := other).number for other in [thing] * 3], last.number


class Guard:
    def __init__(self, thing):
        self.thing = thing

    def __call__(self, *args):
        return self.thing


def called_object(thing):
    return list(map(Guard(thing), [1, 2]))[0].number


def tracer(frame, event, argument):
    frame.f_locals
    frame.f_trace_opcodes = True
    return tracer


def mute_tracer(frame, event, argument):
    return mute_tracer


def raising_tracer(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "loops":
        raise ValueError
    return raising_tracer


def profiler(frame, event, argument):
    pass


def looking_profiler(frame, event, argument):
    frame.f_locals


ALL = [finally_returns, raise_from, nested_except, suppresses,
       stack_suppresses, manages, recursion, recursion_by_c, looks_at_locals,
       looks_at_frame, looked_at, executes, class_body, rebinding,
       deleting_cell, lambda_default, partials, sorts, sorts_raising, looks_up,
       calls_kw, dies, rises, weak, by_ctypes, by_ctypes_number, generators,
       in_threads, never_awaited, contexts, keeps_and_drops, unpacks, loops,
       walrus, called_object]
if V >= (3, 10):
    exec('''
def matches(thing):
    match thing:
        case Thing(number=n) as other if n >= 0:
            return other.number
        case _:
            return thing.number
ALL.append(matches)
''')
if V >= (3, 11):
    exec('''
def groups(thing):
    try:
        raise ExceptionGroup("several", [ValueError(thing), KeyError(thing)])
    except* ValueError as group:
        group.exceptions[0].args
    except* KeyError:
        thing.number
ALL.append(groups)
''')
if V >= (3, 12):
    exec('''
def generic[T](thing: T) -> T:
    type Alias = list[T]
    return thing
ALL.append(generic)
''')


def monitored():
    mon = sys.monitoring
    mon.use_tool_id(3, "frames")
    events = mon.events

    def ignore(*_):
        return None

    def disable(*_):
        return mon.DISABLE
    for event in ("PY_START", "PY_RETURN", "PY_YIELD", "PY_RESUME", "CALL",
                  "LINE", "INSTRUCTION", "RAISE", "PY_UNWIND", "C_RETURN",
                  "PY_THROW", "JUMP"):
        mon.register_callback(3, getattr(events, event), ignore)
    mon.set_events(3, events.PY_START | events.PY_RETURN | events.PY_YIELD |
                   events.PY_RESUME | events.CALL | events.LINE |
                   events.RAISE | events.PY_UNWIND | events.PY_THROW |
                   events.JUMP)
    run_all()
    mon.set_local_events(3, loops.__code__, events.INSTRUCTION)
    each(loops)
    mon.register_callback(3, events.LINE, disable)
    run_all()
    mon.set_events(3, 0)
    mon.set_local_events(3, loops.__code__, 0)
    mon.free_tool_id(3)


def run_all():
    for function in ALL:
        each(function)
        for thing in THINGS[:2]:
            function(thing)


def main():
    run_all()
    run_all()
    asyncio.run(tasks())
    sys.settrace(tracer)
    run_all()
    asyncio.run(tasks())
    sys.settrace(mute_tracer)
    run_all()
    sys.settrace(None)
    sys.setprofile(profiler)
    run_all()
    sys.setprofile(looking_profiler)
    run_all()
    sys.setprofile(None)
    for thing in THINGS:
        sys.settrace(raising_tracer)
        try:
            list(map(loops, [thing]))
        except ValueError:
            pass
        sys.settrace(None)
    if V >= (3, 12):
        monitored()
    run_all()
    asyncio.run(tasks())
    print(json.dumps({}))


main()

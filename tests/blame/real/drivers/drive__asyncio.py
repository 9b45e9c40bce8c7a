import _asyncio
import asyncio
import contextvars

from exercise import Awkward, Failing, LASTING, Thing, broken


def tried(function, *arguments, **named):
    """CancelledError and KeyboardInterrupt are no exceptions of the usual
    kind."""
    try:
        return function(*arguments, **named)
    except BaseException:
        return None


Future, Task = _asyncio.Future, _asyncio.Task


class MyFuture(Future):
    pass


class MyTask(Task):
    pass


class Handle:
    def cancel(self):
        pass


class Loop(asyncio.AbstractEventLoop):
    """Runs what is ready when it is told to."""

    def __init__(self):
        self.ready = []

    def get_debug(self):
        return False

    def call_soon(self, call, *arguments, context=None):
        self.ready.append((call, arguments, context))
        return Handle()

    def call_exception_handler(self, context):
        pass

    def create_future(self):
        return Future(loop=self)

    def create_task(self, what):
        return Task(what, loop=self)

    def run(self):
        while self.ready:
            ready, self.ready = self.ready, []
            for call, arguments, context in ready:
                if context is not None:
                    tried(context.run, call, *arguments)
                else:
                    tried(call, *arguments)


class DebugLoop(Loop):
    def get_debug(self):
        return True


class BadLoop(Loop):
    def call_soon(self, *all, **named):
        raise Awkward


async def gives(what):
    return what


async def raises(what=Awkward):
    raise what


async def waits(*all):
    for one in all:
        await one
    return Thing()


class Bare:
    """Awaiting it yields something odd."""

    def __init__(self, *what):
        self.what = what

    def __await__(self):
        for one in self.what:
            yield one


def futures(loop):
    for kind in (Future, MyFuture):
        for way in range(9):
            one = kind(loop=loop)
            for call in (lambda future: None, broken, LASTING.count, print
                         if way == 99 else len):
                one.add_done_callback(call)
            one.add_done_callback(broken, context=contextvars.copy_context())
            one.remove_done_callback(len), one.remove_done_callback(5)
            tried(one.remove_done_callback, Failing())
            tried(one.result), tried(one.exception), repr(one)
            iterator = iter(one)
            tried(next, iterator)
            if way == 0:
                one.set_result(Thing())
            elif way == 1:
                one.set_exception(Awkward("x"))
            elif way == 2:
                one.set_exception(Awkward)
            elif way == 3:
                one.cancel("message")
            elif way == 4:
                one.cancel()
            elif way == 5:
                tried(one.set_exception, StopIteration)
                tried(one.set_exception, 5)
                tried(one.set_exception, Failing)
            elif way == 6:
                one.set_result(LASTING[0])
            tried(iterator.send, None), tried(iterator.throw, Awkward)
            tried(iterator.throw, 5), tried(iterator.close)
            tried(one.result), tried(one.exception), repr(one)
            tried(one.result), tried(one.set_result, 1), one.cancel()
            one.done(), one.cancelled(), one.get_loop()
            one.add_done_callback(len)
            for name in ("_state", "_asyncio_future_blocking", "_loop",
                         "_callbacks", "_result", "_exception",
                         "_log_traceback", "_source_traceback",
                         "_cancel_message"):
                tried(getattr, one, name)
            tried(setattr, one, "_log_traceback", True)
            tried(setattr, one, "_log_traceback", False)
            tried(setattr, one, "_cancel_message", Thing())
            tried(setattr, one, "_asyncio_future_blocking", True)
            tried(one._make_cancelled_error)
            tried(one.__init__, loop=loop)
            kind.__class_getitem__(int)
            loop.run()
    tried(Future, 5), tried(Future, loop=Failing()), tried(Future)
    dropped = Future(loop=loop)
    dropped.set_exception(Awkward("never retrieved"))
    bad = Future(loop=BadLoop())
    tried(bad.add_done_callback, len), tried(bad.set_result, 5)
    tried(bad.add_done_callback, len)
    empty = Future.__new__(Future)
    for name in ("result", "exception", "cancel", "done", "get_loop",
                 "__iter__"):
        tried(lambda: getattr(empty, name)())


def module(loop):
    tried(_asyncio.get_running_loop), _asyncio._get_running_loop()
    _asyncio._set_running_loop(loop)
    _asyncio.get_running_loop(), _asyncio.get_event_loop()
    one = Task(waits(Bare(None)), loop=loop)
    _asyncio._enter_task(loop, one)
    tried(_asyncio._enter_task, loop, one)
    tried(_asyncio._leave_task, loop, 5), tried(lambda: _asyncio.current_task())
    _asyncio._leave_task(loop, one)
    tried(_asyncio._leave_task, loop, one)
    _asyncio._register_task(one), _asyncio._unregister_task(one)
    tried(_asyncio._register_task, Failing()), tried(_asyncio._enter_task)
    _asyncio._set_running_loop(None)
    loop.run()


def step():
    for kind in (Loop, DebugLoop):
        loop = kind()
        _asyncio._set_running_loop(None)
        futures(loop)
        module(loop)
        loop.run()

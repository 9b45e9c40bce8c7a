import _lsprof

from exercise import Awkward, Failing, LASTING, Thing, tried


def inner(one):
    return Thing(one)


def outer(count):
    made = [inner(one) for one in range(count)]
    sorted(made)
    if count:
        return outer(count - 1)
    try:
        len(5)
    except TypeError:
        pass
    raise Awkward


def odd_timer():
    raise Awkward


class Mine(_lsprof.Profiler):
    pass


def step():
    for arguments, named in (((), {}), ((lambda: 5,), {}),
                             ((odd_timer, 0.5), {}),
                             ((), {"builtins": False, "subcalls": False}),
                             ((lambda: LASTING[0],), {}), (("x", "y"), {}),
                             ((lambda: 2.5, 0.1), {})):
        for kind in (_lsprof.Profiler, Mine):
            one = tried(kind, *arguments, **named)
            if one is None:
                continue
            for turn in range(2):
                one.enable(subcalls=True, builtins=True)
                try:
                    outer(2)
                except Awkward:
                    pass
                "x".upper(), [3, 1].sort(), dict.fromkeys("ab")
                Thing.__init__(Thing(), 1), LASTING[0].__hash__()
                max([1, 2], key=lambda value: -value)
                one.disable()
                for entry in tried(one.getstats) or ():
                    entry.code, entry.calls
                    for sub in entry.calls or ():
                        sub.code
            tried(one.enable, 1, 2, 3)
            tried(one.enable, nonsense=1)
            tried(one.getstats)
            one.clear()
            one.__init__(lambda: 1)
            tried(one.__init__, 1, 2, 3, 4, 5)
            one.enable()
            inner(5)
            one.clear()
            one.disable()
            one.enable(False, False)
            inner(5), len([])
            one.disable()
            tried(one.getstats)
            tried(_lsprof.Profiler.__init__, one, Failing())
    held = _lsprof.Profiler()
    held.enable()
    inner(1)
    held.disable()
    del held

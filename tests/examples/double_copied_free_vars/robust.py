"""Chosen functions behave as others: exceptions, frames kept, recursion."""

import gc
import sys
import threading
import traceback

import shadow_eval


def closures(correct):
    seen = []
    a, b = [1], {"k": 2}

    def plain(x, *rest, key=3, **more):
        y = x + key
        seen.append(len(rest))
        return y + a[0] + b["k"] + len(more)

    def fails(x):
        held = [x]
        raise ValueError((a[0], held))

    def keeps(x):
        local = [x, a]
        return sys._getframe(), local

    def keeps_caller():
        b["caller"] = sys._getframe(1)
        return a

    def deep(n):
        return 0 if n == 0 else 1 + deep(n - 1)

    def inner_cell(arg):
        made = arg + a[0]

        def reads():
            return arg, made
        return reads

    def forever():
        return forever()

    def with_locals(x):
        z = x
        return dict(locals(), a=len(a))

    def many(n):
        return sum(many_helper(i) + a[0] for i in range(n))

    def many_helper(i):
        return i * b["k"]

    for function in (plain, fails, keeps, keeps_caller, deep, inner_cell,
                     forever, with_locals, many, many_helper):
        shadow_eval.choose(function, correct=correct)

    for round in range(200):
        assert plain(1, 2, 3, key=4, z=5) == 9
        try:
            fails(round)
        except ValueError as error:
            assert error.args[0][1] == [round]
            names = [f.name for f in traceback.extract_tb(error.__traceback__)]
            assert names == ["closures", "fails"], names
            kept = error.__traceback__.tb_next.tb_frame
        assert kept.f_locals["held"] == [round]
        assert kept.f_back is not None and kept.f_code is fails.__code__
        frame, local = keeps(round)
        assert frame.f_locals["local"] is local
        assert frame.f_back is sys._getframe()
        assert frame.f_lineno == keeps.__code__.co_firstlineno + 2
        keeps_caller()
        assert b.pop("caller") is sys._getframe()
        assert deep(50) == 50
        assert inner_cell(round)() == (round, round + 1)
        assert with_locals(3) == {"x": 3, "z": 3, "a": 1}
        assert many(10) == 100
        if round % 50 == 0:
            try:
                forever()
            except RecursionError:
                pass
            gc.collect()
    lines = []

    def trace(frame, event, argument):
        lines.append((frame.f_code.co_name, event))
        return trace

    sys.settrace(trace)
    plain(1)
    sys.settrace(None)
    assert ("plain", "call") in lines and ("plain", "return") in lines
    threads = [threading.Thread(target=lambda: [plain(1) for _ in range(200)])
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(seen)


def refuses_what_it_cannot_copy():
    def generator():
        yield

    async def coroutine():
        pass

    for wrong in (generator, coroutine):
        try:
            shadow_eval.choose(wrong)
        except ValueError as error:
            assert "only plain functions" in str(error)
        else:
            raise AssertionError(wrong)
    try:
        shadow_eval.choose(len)
    except TypeError:
        pass
    else:
        raise AssertionError("len")


print(closures(False), closures(True))
refuses_what_it_cannot_copy()
gc.collect()
print("ok")

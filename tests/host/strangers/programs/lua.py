"""Lua and its compiler in the process; each holds objects of the other."""
#: needs lupa
import gc

import lupa


class Point:
    def __init__(self, x):
        self.x = x

    def more(self, number):
        return self.x + number


def fails(_):
    raise ValueError("no")


runtime = lupa.LuaRuntime(unpack_returned_tuples=True)
total = runtime.eval("""function(point, list, dict)
    local sum = 0
    for number in python.iter(list) do sum = sum + number end
    for key in python.iter(dict) do sum = sum + dict[key] end
    return sum + point.x, point:more(2)
end""")
counter = runtime.eval("""function(last)
    for number = 1, last do coroutine.yield(number) end
end""")
guarded = runtime.eval("function(call) return pcall(call, 1) end")
for number in range(500):
    both = total(Point(number), [1, 2, number], {"a": 1, "b": 2})
    got = list(counter.coroutine(5))
    table = runtime.table_from({"one": 1, "list": runtime.table(1, 2, 3)})
    found = sorted(str(key) for key in table.keys())
    ok = guarded(fails)[0]
    try:
        runtime.execute("error('wrong')")
    except lupa.LuaError as error:
        said = str(error).split(":")[-1]
    # A runtime of its own, which holds a function that holds the runtime.
    if number % 50 == 0:
        other = lupa.LuaRuntime()
        other.globals()["call"] = lambda: other
        other.execute("kept = call()")
        del other
        gc.collect()
print(both, got, found, ok, said)

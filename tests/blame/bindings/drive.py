"""Makes one mistake again and again, or its twin, between things that are right.

    drive.py MODULE NAME
"""
import importlib
import sys

COUNT = 400


class Holder:
    pass


def named(number):
    return [number, str(number)]


def pair_of(make):
    one, other = make(), make()
    one.other = other
    other.other = one


def linked(make):
    one, other = make(), make()
    one.next = other
    other.next = one


def each(function, *arguments):
    """What is refused is no mistake."""
    for argument in arguments:
        try:
            function(argument)
        except ValueError:
            pass


def set_twice(module, name, number):
    box = module.Box()
    getattr(box, name)([number])
    getattr(box, name)([number, 1])


def register(module, function, number):
    def callback():
        return number
    module.register(callback)
    function()


def subscribe(module, function, number):
    def callback():
        return number
    module.subscribe(callback)
    function(callback)


def emit(module, name, right):
    emitter = getattr(module, name)()
    emitter.on((lambda number: number) if right
               else (lambda number: emitter.fire))


def branch(module, right):
    root, leaf = module.Branch(), module.Branch()
    root.keep(leaf)
    (leaf.refer if right else leaf.keep)(root)


# How each is called, where it is not with a list of one number.
CALLS = {
    "cast_new": lambda f, i: f(i + 1000),
    "cached": lambda f, i: f(i),
    "fails": lambda f, i: f(i),
    "borrow_new": lambda f, i: f(i),
    "in_lambda": lambda f, i: f(i),
    "Pair": lambda f, i: f([i], "value %d" % i),
    "parse": lambda f, i: each(f, ("xy", i), 7),
    "call_it": lambda f, i: f(named, i),
    "Vector": lambda f, i: f([[i], [2]]).pop(),
    "total_of": lambda f, i: f([[i], "ab", (i,)]),
    "Node": lambda f, i: pair_of(f),
    "Link": lambda f, i: linked(f),
    "checked": lambda f, i: each(f, i, "abcdef%d" % i),
    "sum_items": lambda f, i: f({i: (1, 2), "x": "ab"}),
    "set_attr": lambda f, i: f(Holder(), i),
    "vec": lambda f, i: f([i, i + 1]),
}
NUMPY = {
    "total": lambda f, np, i: f([i, 1.0]),
    "checked": lambda f, np, i: each(f, [i], [[i, 2]]),
    "view": lambda f, np, i: f(b"abcd%d" % i),
    "first": lambda f, np, i: f(np.array([i + 1000.5])),
    "iterate": lambda f, np, i: f(np.zeros(3, "f8") + i),
    "nditer": lambda f, np, i: f(np.zeros(3, "f8") + i),
    "dtype_name": lambda f, np, i: f([("a", int), ("b%d" % i, float)]),
    "put": lambda f, np, i: f(ROW, [i]),
}


def step_of(module_name, name):
    plain = name.replace("_right", "").replace("Right", "")
    right = plain != name
    if module_name == "with_numpy":
        import numpy
        global ROW
        ROW = numpy.array([None] * 4, dtype=object)
        module = importlib.import_module(module_name + right * "_right")
        call = NUMPY.get(plain, lambda f, np, i: f([i]))
        return lambda i: call(getattr(module, plain), numpy, i)
    module = importlib.import_module(module_name)
    if plain == "unregister":
        return lambda i: register(module, getattr(module, name), i)
    if plain == "unsubscribe":
        return lambda i: subscribe(module, getattr(module, name), i)
    if plain in ("Emitter", "Deferred"):
        return lambda i: emit(module, plain, right)
    if plain == "Branch":
        return lambda i: branch(module, right)
    if plain == "set_value":
        return lambda i: set_twice(module, name, i)
    call = CALLS.get(plain, lambda f, i: f([i]))
    return lambda i: call(getattr(module, name), i)


def main(module_name, name):
    step = step_of(module_name, name)
    for number in range(COUNT):
        kept = {"a": [number, str(number)], "b": (number, number + 1)}
        step(number)
        del kept


if __name__ == "__main__":
    main(*sys.argv[1:])

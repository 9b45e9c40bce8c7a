"""Objects of many types, and many operations on each: see hardware.py."""

import collections
import contextvars
import copy
import functools
import gc
import heapq
import itertools
import json
import operator
import os
import pickle
import re
import sys
import types
import weakref

# Operations on any object. Each takes the object and is repeated.

class Holder:
    __slots__ = ("slot", "__dict__")

    def __init__(self, value=None):
        self.value = value

    def method(self, value):
        return value

    @property
    def read(self):
        return self.value


class Missing(dict):
    def __missing__(self, key):
        return key


def swap(x):
    a, b = x, None
    a, b = b, a
    return b


def many_arguments(x):
    def takes(a, b=None, *c, d=None, **e):
        return a, b, c, d, e
    takes(x)
    takes(x, x)
    takes(x, x, x, d=x, e=x)
    takes(*(x, x), **{"d": x, "f": x})
    return takes(x, b=x)


def closure(x):
    def reads():
        return x

    def writes(value):
        nonlocal x
        x = value
    reads()
    writes(None)
    writes(reads)


def generated(x):
    def generator():
        got = yield x
        yield got
        yield from (x, x)
    one = generator()
    next(one)
    one.send(x)
    return list(one)


def abandoned(x):
    def generator(y):
        yield y
    next(generator(x))


def raised(x):
    try:
        raise ValueError(x)
    except ValueError as error:
        return error.args[0]


def raised_through(x):
    def inner(y):
        z = y
        raise KeyError(z)
    try:
        inner(x)
    except KeyError:
        pass
    finally:
        x


def list_growth(x):
    items = []
    for _ in range(20):
        items.append(x)
    items.insert(0, x)
    items.extend([x, x])
    items[3:5] = [x] * 3
    del items[2]
    items.pop()
    items.remove(x)
    items.reverse()
    items += (x,)
    items *= 2
    items.clear()


def tuple_work(x):
    one = (x, x) + (x,)
    one * 3
    one[1:]
    a, *b = one
    first, second, third = one
    tuple(y for y in one)


def dict_work(x):
    d = {"a": x, "b": x}
    d["c"] = d["a"]
    d.update(d=x)
    d.setdefault("e", x)
    d.get("missing", x)
    d.pop("a")
    d.popitem()
    dict(d)
    d.copy()
    {**d}
    list(d.values())
    list(d.items())
    for key, value in d.items():
        pass
    dict.fromkeys("abc", x)
    Missing()["y"]
    d.clear()


def attribute_work(x):
    holder = Holder(x)
    holder.value
    holder.slot = x
    holder.slot
    del holder.slot
    setattr(holder, "other", x)
    getattr(holder, "other")
    getattr(holder, "missing", x)
    holder.read
    holder.method(x)
    bound = holder.method
    bound(x)
    vars(holder)
    del holder.value


def class_work(x):
    made = type("Made", (), {"attribute": x})
    made.attribute
    made().attribute
    made.other = x


def comparison(x):
    x is x
    x is not None
    x != 5
    isinstance(x, object)
    bool(x is None)
    id(x)
    type(x)


def iteration(x):
    for one in [x, x]:
        pass
    [one for one in (x, x)]
    [[one for one in two] for two in [(x,)]]
    list(map(lambda y: y, [x, x]))
    list(filter(None, [x and 1]))
    list(zip([x], (x,)))
    list(enumerate([x]))
    list(reversed([x, x]))
    dict(zip("ab", [x, x]))


def tools(x):
    list(itertools.chain([x], (x,)))
    list(itertools.repeat(x, 5))
    list(itertools.islice(itertools.cycle([x]), 4))
    list(itertools.product([x], [x, x]))
    list(itertools.combinations([x, x, x], 2))
    list(itertools.permutations([x, x]))
    list(itertools.tee([x], 2)[1])
    list(itertools.zip_longest([x], [], fillvalue=x))
    list(itertools.accumulate([x, x], lambda a, b: b))
    list(itertools.starmap(lambda a: a, [(x,)]))
    list(itertools.takewhile(lambda y: False, [x]))
    [list(group) for _, group in itertools.groupby([1], lambda _: x)]


def queues(x):
    queue = collections.deque([x, x], maxlen=5)
    for _ in range(8):
        queue.append(x)
    queue.appendleft(x)
    queue.rotate(1)
    queue.pop()
    queue[0]
    queue[1] = x
    list(queue)
    queue.copy()
    queue.clear()


def ordered(x):
    one = collections.OrderedDict(a=x)
    one["b"] = x
    one.move_to_end("a")
    one.popitem()
    list(one.items())
    collections.defaultdict(lambda: x)["k"]
    PAIR(x, x)._replace(a=x).b
    collections.ChainMap({"a": x})["a"]


PAIR = collections.namedtuple("PAIR", "a b")


def sorting(x):
    sorted([2, 1], key=lambda n: (n, x)[0])
    [(1, x)].sort()
    max([(2, x), (1, x)], key=operator.itemgetter(0))
    heap = [(2, x)]
    heapq.heappush(heap, (1, x))
    heapq.heappop(heap)


def functional(x):
    functools.partial(lambda y: y, x)()
    functools.partial(lambda y, z=None: y, x, z=x)()
    functools.reduce(lambda a, b: a, [x, x, x])
    operator.itemgetter(0)([x])
    operator.attrgetter("value")(Holder(x))
    operator.is_(x, x)
    CACHED(5)
    (lambda: x)()
    (lambda y=x: y)()


@functools.lru_cache(None)
def CACHED(number):
    return [number]


def formatting(x):
    "%s" % (type(x),)
    "{0!s:.3}".format(type(x))
    f"{id(x)}"
    re.sub("a", lambda match: "b" if x is not None else "c", "aaa")


def context(x):
    variable = VARIABLE
    token = variable.set(x)
    variable.get()
    variable.reset(token)
    contextvars.copy_context().run(lambda y: y, x)

    class Manager:
        def __enter__(self):
            return x

        def __exit__(self, *error):
            return None
    with Manager() as y:
        y


VARIABLE = contextvars.ContextVar("variable", default=None)


def collector(x):
    gc.get_referents([x])
    gc.is_tracked(x)
    cycle = [x]
    cycle.append(cycle)
    del cycle
    gc.collect(0)


def evaluated(x):
    eval("x", {"x": x})
    exec("y = x; del y", {"x": x})
    locals()
    globals().get("x", x)


def coroutine(x):
    async def one(y):
        return y

    async def two():
        return await one(x)
    try:
        two().send(None)
    except StopIteration as stop:
        stop.value


def namespace(x):
    space = types.SimpleNamespace(a=x)
    space.a
    types.MappingProxyType({"a": x})["a"]
    types.MethodType(lambda self, y: y, x)(x)
    property(lambda self: x).fget(None)
    staticmethod(lambda y: y).__func__(x)
    slice(x, x, x).start


def weak(x):
    if type(x).__weakrefoffset__:
        reference = weakref.ref(x)
        reference()
        weakref.WeakValueDictionary(a=x)["a"]
        weakref.getweakrefcount(x)
    try:
        weakref.proxy(x)
    except TypeError:
        pass


def hashed(x):
    try:
        {x: x}[x]
        {x} | {x}
        frozenset([x, x])
        x in {x}
        dict.fromkeys([x, x])
        {x: 1}.pop(x)
    except TypeError:
        pass


def membership(x):
    x in [x]
    x in (None, x)
    [x].index(x)
    [x, x].count(x)
    [x] == [x]
    (x, 1) < (x, 2)


def copied(x):
    copy.copy([x])
    copy.copy({"a": x})
    [x][:]
    list((x, x))
    tuple([x, x])


def starred(x):
    print(*[], sep="", end="")
    [*[x], *(x,)]
    (*[x], x)
    a, *b, c = x, x, x, x
    (lambda *y: y)(*[x] * 3)
    (lambda **y: y)(**{"a": x, "b": x})


def conditional(x):
    x if x is not None else None
    x is None or x
    (x is not None) and x
    not x
    y = x
    y = x
    del y


def subclassing(x):
    class Sub(list):
        pass
    Sub([x])[0]
    Sub((x,)).append(x)
    super(Holder, Holder(x)).__init__()


def frame_locals(x):
    sys.setrecursionlimit(sys.getrecursionlimit())
    sys._getframe().f_locals["x"]
    frame = sys._getframe()
    frame.f_locals
    del frame


# Operations of one kind of object.

def dict_operations(x):
    x["key"] = 1
    x.get("key")
    x.update(other=2)
    x.setdefault("third", 3)
    list(x)
    x.items()
    iter(x.values())
    for key in x:
        pass
    len(x)
    "key" in x
    x.copy()
    x == dict(x)
    {**x}
    (lambda **y: y)(**x)
    x.pop("key")
    del x["other"]
    x.clear()
    str(x)


def dict_self(x):
    x["self"] = x
    x["self"]["self"]
    repr(x)
    del x["self"]
    x.update(x)
    json.dumps(x)
    pickle.loads(pickle.dumps(x))
    eval("1", x)
    x.pop("__builtins__", None)
    "%(a)s" % dict(x, a=1)


def list_operations(x):
    x.append(1)
    x.extend([2, 3])
    x += [4]
    x[0]
    x[1:3]
    x[0] = 9
    x[1:2] = [7, 8]
    iter(x)
    reversed(x)
    for _ in x:
        pass
    sorted(x)
    x.sort()
    x * 2
    x + x
    x == list(x)
    len(x)
    x.copy()
    json.dumps(x)
    pickle.loads(pickle.dumps(x))
    str(x)
    x.clear()


def list_self(x):
    x.append(x)
    x[0][0]
    repr(x)
    x.index(x)
    x.remove(x)
    x.extend(x)
    (lambda *y: y)(*x)
    [*x]
    tuple(x)
    set(x)


def instance_operations(x):
    x.value = 1
    x.value
    x.method(1)
    bound = x.method
    bound(2)
    Holder.method(x, 3)
    x.read
    vars(x)
    x.__dict__["k"] = 1
    del x.k
    setattr(x, "self", x)
    x.self.self
    del x.self
    x.__class__
    hash(x)
    x == x
    repr(x)
    callable(x)
    dir(x)
    super(Holder, x).__repr__()
    object.__getattribute__(x, "value")


def cell_operations(x):
    x.cell_contents
    x.cell_contents = 5
    x == x
    repr(x)

    def template():
        return contents
    contents = None
    made = types.FunctionType(template.__code__, {}, None, None, (x,))
    made()
    made.__closure__[0].cell_contents
    types.FunctionType(template.__code__, {}, "n", None, made.__closure__)()


def function_operations(x):
    x()
    x(*())
    x.__name__
    x.__code__
    x.__dict__
    x.note = 1
    del x.note
    x.__get__(1, int)
    x.__defaults__
    staticmethod(x).__func__
    classmethod(x).__get__(None, int)
    property(x).fget
    functools.partial(x)()
    functools.wraps(x)(lambda: 0)
    list(map(lambda n, f=x: f(), [1, 2]))
    type("Made", (), {"f": x}).f()
    Holder.made = x
    Holder.made()
    del Holder.made
    repr(x)
    hash(x)


def generator_operations(x):
    iter(x)
    next(x)
    x.send(None)
    x.gi_frame
    x.gi_code
    x.gi_running
    repr(x)
    for _ in x:
        break
    zip(x, [1]).__next__()
    enumerate(x).__next__()
    map(abs, x).__next__()
    (lambda y: next(y))(x)
    list(itertools.islice(x, 2))

    def delegates():
        yield from x
    one = delegates()
    next(one)
    next(one)
    DELEGATES.append(one)  # dropping it would close x


DELEGATES = []


def type_operations(x):
    x()
    x.__name__
    x.attribute = 1
    x.attribute
    del x.attribute
    isinstance(1, x)
    issubclass(x, object)
    x.__mro__
    x.mro()
    x.__dict__
    type("Sub", (x,), {})()
    x.__subclasses__()
    repr(x)
    x.__init_subclass__()
    [x() for _ in range(5)]


def tuple_operations(x):
    x[0]
    x[:1]
    x + x
    x * 2
    iter(x)
    a, b = x
    hash(x)
    x == x
    x < x
    {x: x}
    "%s %s" % x
    (lambda *y: y)(*x)
    len(x)
    1 in x
    repr(x)
    x.index(1)
    x.count(1)
    json.dumps(x)


def text_operations(x):
    x + "more"
    "more" + x
    x[1]
    x.upper()
    x.split("x")
    x.join(["a", "b"])
    x.replace("nothing", "else")
    x in x
    hash(x)
    {x: x}[x]
    f"{x}{x!r}"
    "%s" % x
    x.format()
    x.encode()
    getattr(Holder, x, None)
    setattr(Holder, x, 1)
    delattr(Holder, x)
    str(x)
    x.strip()
    "".join([x])
    os.fspath(x)
    re.match("u", x)
    json.dumps({x: x})
    x == "unique" + "!"
    sys.intern("another")


def number_operations(x):
    x + 1
    1 + x
    x * x
    x - x
    -x
    x // 7
    x % 7
    x ** 2
    divmod(x, 3)
    x < 5
    x == x
    hash(x)
    str(x)
    float(x)
    int(x)
    abs(x)
    round(x)
    max(x, 1)
    sum([x, x])
    [1, 2, 3][x - x] if isinstance(x, int) else None
    complex(x)


def set_operations(x):
    x.add(1)
    x.update([2, 3])
    x | {4}
    x & x
    x - {1}
    x ^ {2}
    x |= {5}
    x -= {5}
    x.copy()
    iter(x)
    1 in x
    x == x
    x.issubset(x)
    len(x)
    frozenset(x)
    x in [x]
    x.discard(1)
    x.pop()
    repr(x)
    x.clear()


def frame_operations(x):
    x.f_back
    x.f_code
    x.f_locals
    x.f_globals
    x.f_lineno
    repr(x)


GENERAL = [swap, many_arguments, closure, generated, abandoned, raised,
           raised_through, list_growth, tuple_work, dict_work, attribute_work,
           class_work, comparison, iteration, tools, queues, ordered, sorting,
           functional, formatting, context, collector, evaluated, coroutine,
           namespace, weak, hashed, membership, copied, starred, conditional,
           subclassing, frame_locals]


def endless():
    number = 0
    while True:
        yield number
        number += 1


def make_cell():
    value = [1]
    return (lambda: value).__closure__[0]


def make_function():
    value = 1

    def made(*arguments, default=value):
        return value
    return made


def kept_frame():
    return sys._getframe()


SUBJECTS = {
    "dict": (lambda: {"a": 1}, [dict_operations, dict_self]),
    "list": (lambda: [1, 2], [list_operations, list_self]),
    "tuple": (lambda: tuple([1, len("ab")]), [tuple_operations]),
    "set": (lambda: {1}, [set_operations]),
    "instance": (lambda: Holder(1), [instance_operations]),
    "OrderedDict": (lambda: collections.OrderedDict(a=1),
                    [dict_operations, dict_self]),
    "cell": (make_cell, [cell_operations]),
    "function": (make_function, [function_operations]),
    "generator": (endless, [generator_operations]),
    "type": (lambda: type("Subject", (), {}), [type_operations]),
    "str": (lambda: "".join(["uni", "que!"]), [text_operations]),
    "int": (lambda: int("9" * 30), [number_operations]),
    "float": (lambda: float("1234.5"), [number_operations]),
    "frame": (kept_frame, [frame_operations]),
    "method": (lambda: Holder(1).method, []),
    "module": (lambda: types.ModuleType("subject"), []),
    "code": (lambda: compile("1", "<subject>", "eval"), []),
}

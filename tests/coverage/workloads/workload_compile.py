"""compile, exec, eval, imports, code objects, dis, tokenize."""

import dis
import importlib
import io
import marshal
import sys
import textwrap
import tokenize
import types

checksum = 0
source = """
import os.path as p
CONSTANT = ({0}, "a", (1, 2.5, None), frozenset([1]))

def function(a, b=1, *c, d: int = 2, **e) -> str:
    'doc'
    global changed
    changed = a
    try:
        with open_it() as f, open_it():
            return f"{{a!r:>10}} {{b}}"
    except (KeyError, ValueError) as error:
        del error
    finally:
        pass
    for i, (j, *k) in enumerate([(1, 2, 3)]):
        if i and not j or k:
            continue
    else:
        assert a, "message"
    while a:
        a -= 1
        if a == 3:
            break
    return lambda q, *, w=a: [x for y in q for x in y if (z := x)]

class Body(object, metaclass=type):
    attribute: int = 3
    def method(self):
        return super().__repr__(), __class__

async def coroutine(x):
    async with x as y:
        async for z in y:
            await z
    return [a async for a in x]

def generator():
    got = yield
    yield from generator()
"""


class open_it:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


for round in range(120):
    code = compile(source.format(round), "<source %d>" % round, "exec")
    namespace = {"open_it": open_it}
    exec(code, namespace)
    checksum += len(namespace["function"](round))
    checksum += len(namespace["Body"]().method())
    checksum += len(marshal.dumps(code)) > 100
    checksum += marshal.loads(marshal.dumps(code)).co_firstlineno
    checksum += len(code.replace(co_name="other").co_name)
    checksum += eval("sum(x for x in range(n))", {"n": round})
    function = types.FunctionType(namespace["function"].__code__, namespace,
                                  "copied", (round,))
    function.__dict__["note"] = 1
    function.__defaults__ = (5,)
    function.__kwdefaults__ = {"d": 9}
    checksum += len(function(1)) + len(function.__annotations__)
    checksum += sum(1 for _ in dis.get_instructions(code)) > 10
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    checksum += sum(1 for _ in tokens)
    for wrong in ("def f(:\n pass", "x = ", "a b", "(((", "f(a=1, 2)",
                  "    x\n  y", "'unclosed", "\x00"):
        try:
            compile(wrong, "<wrong>", "exec")
        except (SyntaxError, ValueError):
            checksum += 1
    module = types.ModuleType("made%d" % round)
    module.__dict__.update(namespace)
    sys.modules[module.__name__] = module
    checksum += len(importlib.import_module(module.__name__).CONSTANT)
    del sys.modules[module.__name__]

for _ in range(5):
    importlib.reload(textwrap)
    for name in ("colorsys", "this_module_does_not_exist", "sndhdr"):
        sys.modules.pop(name, None)
        try:
            importlib.import_module("colorsys" if name == "sndhdr" else name)
        except ImportError:
            checksum += 1
print(checksum > 0)

"""Compare what src/cpython reads from memory with what Python says itself.

    frames.py LIBRARY       (frames.c and src/cpython, built by `run`)

Every check is one line on failure; the last line counts them.
"""

import asyncio
import collections
import ctypes
import datetime
import decimal
import dis
import enum
import sys
import threading
import types

probe = ctypes.PyDLL(sys.argv[1])
for name in ("frames_here", "frames_text", "frames_type_name", "frames_code"):
    getattr(probe, name).restype = ctypes.c_char_p
for name in ("frames_thread_id", "frames_innermost_evaluation"):
    getattr(probe, name).restype = ctypes.c_uint64
probe.frames_init.argtypes = [ctypes.c_uint32, ctypes.c_uint64]
probe.frames_text.argtypes = [ctypes.c_uint64, ctypes.c_size_t]
probe.frames_type_name.argtypes = [ctypes.c_uint64, ctypes.c_size_t]
probe.frames_code.argtypes = [ctypes.c_uint64]
probe.frames_preheader.argtypes = [ctypes.c_uint64]
probe.frames_preheader.restype = ctypes.c_uint

NEW = sys.version_info >= (3, 11)
checks = failures = 0


def check(what, got, want):
    global checks, failures
    checks += 1
    if got != want:
        failures += 1
        print("%s: got %r, want %r" % (what, got, want))


def opcodes(code):
    """The opcode name of each byte offset, by Python's own word."""
    names, extended = {}, []
    for one in dis.get_instructions(code):
        extended.append(one.offset)
        if one.opname != "EXTENDED_ARG":
            for offset in extended:
                names[offset] = one.opname
            extended = []
    # An offset that no instruction has belongs to the inline cache before.
    last = None
    for offset in range(0, len(code.co_code), 2):
        last = names.setdefault(offset, last)
    return names


def function_name(code):
    return code.co_qualname if NEW else code.co_name


def compare(what):
    """The caller's stack, from memory and from sys._getframe."""
    text = probe.frames_here().decode("utf-8", "surrogatepass")
    frame, lines = sys._getframe(), text.splitlines()
    check(what + ": depth", len(lines), stack_depth(frame))
    for number, line in enumerate(lines):
        (file, function, at, instruction, opcode,
         first, flags) = line.split("\t")
        code, where = frame.f_code, "%s, frame %d" % (what, number)
        check(where + ": file", file, code.co_filename)
        check(where + ": function", function, function_name(code))
        check(where + ": first line", int(first), code.co_firstlineno)
        check(where + ": flags", int(flags), code.co_flags)
        if number > 0:  # this function itself has moved on since
            check(where + ": line", int(at), frame.f_lineno)
            check(where + ": instruction", int(instruction), frame.f_lasti)
            check(where + ": opcode", opcode, opcodes(code)[frame.f_lasti])
        frame = frame.f_back


def stack_depth(frame):
    depth = 0
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def nested():
    def outer(value):
        def inner():
            compare("nested")
            return value
        return inner()
    return outer(1)


def generators():
    def numbers():
        for number in range(2):
            compare("generator")
            yield number

    def delegate():
        yield from numbers()
        got = [
            number
            for number in numbers()
        ]
        yield got

    list(delegate())
    sum((compare("generator expression"), 1)[1] for _ in range(1))


def multi_line(a, b=0, *, c=0):
    if a < 2:
        return multi_line(
            a + 1,
            b=[
                compare("multi-line list"),
                1,
            ],
            c=multi_line(
                9,
                b=compare(
                    "multi-line call"
                ),
            ),
        )
    compare("multi-line end")
    return a


def größe_und_длина_猫_𝒳(ä=1):
    compare("non-ASCII names")
    namespace = {"compare": compare}
    exec(compile("def ฟังก์ชัน():\n\n    compare('non-ASCII file')\n\n"
                 "ฟังก์ชัน()\n", "<файл 𝔘 ü>", "exec"), namespace)
    return ä


def recursion(depth):
    if depth:
        return recursion(depth - 1) + 1
    compare("recursion")
    return 0


def comprehensions():
    [compare("list comprehension") for _ in range(1)]
    {compare("set comprehension") for _ in range(1)}
    {1: compare("dict comprehension") for _ in range(1)}
    (lambda: compare("lambda"))()
    list(map(lambda _: compare("through map"), [1]))
    sorted([2, 1], key=lambda n: (compare("through sorted"), n)[1])


def class_bodies():
    class Body:
        compare("class body")

        def method(self):
            compare("method")

        @staticmethod
        def static():
            compare("static method")

        @property
        def value(self):
            compare("property")

        def __add__(self, other):
            compare("operator slot")

        def __getattr__(self, name):
            compare("__getattr__")

        def __del__(self):
            compare("finalizer")

        def __iter__(self):
            compare("__iter__")
            return iter(())

        def __enter__(self):
            compare("__enter__")

        def __exit__(self, *error):
            compare("__exit__")

    body = Body()
    body.method()
    Body.static()
    body.value
    body + body
    body.missing
    list(body)
    with body:
        pass
    del body


def exceptions():
    try:
        try:
            raise KeyError
        except KeyError:
            compare("except")
            raise ValueError
        finally:
            compare("finally")
    except ValueError as error:
        compare("outer except")
        check("traceback line", error.__traceback__.tb_lineno,
              error.__traceback__.tb_frame.f_code.co_firstlineno + 6)


def asynchronous():
    class Manager:
        async def __aenter__(self):
            compare("__aenter__")

        async def __aexit__(self, *error):
            await asyncio.sleep(0)
            compare("__aexit__")

    async def numbers():
        for number in range(2):
            await asyncio.sleep(0)
            compare("async generator")
            yield number

    async def main():
        async with Manager():
            async for _ in numbers():
                compare("async for")
        await asyncio.gather(leaf(), leaf())

    async def leaf():
        await asyncio.sleep(0)
        compare("coroutine")

    asyncio.run(main())


def threads():
    def work():
        compare("thread")
        check("thread id", probe.frames_thread_id(), threading.get_ident())

    many = [threading.Thread(target=work) for _ in range(4)]
    for thread in many:
        thread.start()
    for thread in many:
        thread.join()


def long_code():
    """Jumps beyond 255, lines and bytes beyond one table entry."""
    names = ["n%d" % i for i in range(400)]
    source = ("def long(compare):\n" +
              "".join("    %s = %d\n" % (n, i) for i, n in enumerate(names)) +
              "\n" * 400 +
              "    if n0 == n399:\n        n1 = 2\n" +
              "    compare('long function')\n" +
              "    for n2 in (1,):\n" +
              "        n3 = (n2 +\n" + "\n" * 200 + "    n4, compare('far'))\n" +
              "    return [" + ",\n".join(names) + "]\n")
    namespace = {}
    exec(compile(source, "<long>", "exec"), namespace)
    namespace["long"](compare)


def bare_eval():
    eval("compare('eval')")
    exec("\n\n\ncompare('exec')")


def code_objects():
    """Opcode and line of every code unit, of everything in sight."""
    seen, todo = set(), []
    for module in list(sys.modules.values()):
        for value in list(vars(module).values()):
            if isinstance(value, type):
                todo += vars(value).values()
            todo.append(value)
    codes = []
    for value in todo:
        code = getattr(getattr(value, "__func__", value), "__code__", None)
        if isinstance(code, types.CodeType):
            codes.append(code)
    while codes:
        code = codes.pop()
        if id(code) in seen:
            continue
        seen.add(id(code))
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        words = probe.frames_code(id(code)).decode().split()
        names = opcodes(code)
        want_names = [names[at] for at in range(0, len(code.co_code), 2)]
        check("%s: opcodes" % code.co_name, words[0::2], want_names)
        lines = {}
        if hasattr(code, "co_lines"):
            for start, end, line in code.co_lines():
                for at in range(start, end, 2):
                    lines[at] = line
        else:
            starts = dict(dis.findlinestarts(code))
            line = code.co_firstlineno
            for at in range(0, len(code.co_code), 2):
                line = starts.get(at, line)
                lines[at] = line
        prologue, resumed = True, False
        for at, got in zip(range(0, len(code.co_code), 2), words[1::2]):
            want = lines[at] or 0
            resumed = resumed or names[at] == "RESUME"
            if NEW and (not resumed or names[at] == "RESUME" and prologue):
                want = want or code.co_firstlineno
            else:
                prologue = False
            check("%s+%d: line" % (code.co_name, at), int(got), want)
    return len(seen)


def texts():
    class Sub(str):
        pass

    samples = ["", "a", "plain", "é", "größe", "ж", "猫", "𝒳", "a\0b",
               "\ud800", "x" * 5000, "é" * 5000, "猫" * 5000, "𝒳" * 5000,
               "a猫𝒳é", Sub("sub"), Sub("größe"), Sub("𝒳"), "\U0010ffff",
               "\x7f\x80\u07ff\u0800\uffff\U00010000"]
    for sample in samples:
        whole = "".join("\ufffd" if "\ud800" <= c < "\ue000" else c
                        for c in sample)
        for size in (1, 2, 3, 4, 5, 6, 7, 300, 65536):
            want = b""
            for character in whole:
                more = character.encode()
                if len(want) + len(more) > size - 1:
                    break
                want += more
            want = want.split(b"\0")[0]  # ctypes ends there
            check("text %r in %d" % (sample[:5], size),
                  probe.frames_text(id(sample), size), want)
    for sample in (None, 1, b"bytes", [], object()):
        check("text of %r" % (sample,), probe.frames_text(id(sample), 99), b"")


class Outer:
    class Inner:
        pass

    class Slots:
        __slots__ = ("a",)

    class Sized(tuple):
        pass

    class Color(enum.Enum):
        RED = 1

    class Größe(dict):
        pass


class Moved:
    __module__ = "another.place"


def all_types(root, seen):
    for one in type.__subclasses__(root):
        if one not in seen:
            seen.add(one)
            all_types(one, seen)
    return seen


def type_facts():
    Point = collections.namedtuple("Point", "x y")
    late = type("Late", (), {})
    for n in range(300):  # a large dictionary, with holes
        setattr(late, "name%d" % n, n)
    for n in range(0, 300, 2):
        delattr(late, "name%d" % n)
    count = 0
    for one in all_types(object, {object}):
        name = one.__module__ if isinstance(one.__module__, str) else ""
        want = one.__name__ if name == "builtins" else name + "." + one.__name__
        if one.__flags__ & (1 << 9):
            want = (one.__qualname__ if name == "builtins"
                    else name + "." + one.__qualname__)
            if "__module__" not in vars(one) or "." in one.__qualname__ and (
                    name == "builtins"):
                continue
        elif not want.endswith("." + one.__name__) and name != "builtins":
            continue
        got = probe.frames_type_name(id(one), 4096).decode()
        check("type name", got, want)
        count += 1
    check("types named", count > 300, True)
    check("short name", probe.frames_type_name(id(Outer.Inner), 9),
          b"__main__")
    check("short name", probe.frames_type_name(id(Outer.Inner), 12),
          b"__main__.Ou")
    for sample in (1, "a", (), [], {}, Outer(), Outer.Slots(), Outer.Sized(),
                   Outer.Color.RED, Outer.Größe(), Point(1, 2), late(),
                   Exception(), compare, check.__code__, datetime.date.min,
                   decimal.Decimal(1), set(), b"", 1.5, type_facts, sys,
                   Moved(), collections.OrderedDict(), iter([])):
        check("bytes before a %s" % type(sample).__name__,
              probe.frames_preheader(id(type(sample))),
              sys.getsizeof(sample) - type(sample).__sizeof__(sample))


def state():
    check("thread id", probe.frames_thread_id(), threading.get_ident())
    here = probe.frames_innermost_evaluation()
    check("has an evaluation", here != 0, sys.version_info >= (3, 10))
    inner = list(map(lambda _: probe.frames_innermost_evaluation(), [1]))[0]
    # The stack grows downward: an inner evaluation lies lower.
    check("inner evaluation", inner < here, sys.version_info >= (3, 10))
    check("evaluation again", probe.frames_innermost_evaluation(), here)


def main():
    getter = ctypes.cast(
        getattr(ctypes.pythonapi, "PyThreadState_GetUnchecked"
                if sys.version_info >= (3, 13)
                else "_PyThreadState_UncheckedGet"), ctypes.c_void_p).value
    if not probe.frames_init(sys.hexversion, getter):
        print("no layout for Python %s" % sys.version.split()[0])
        return 77
    for version in (0, 0x030800f0, 0x030900a1, 0x030b00c1, 0x030f00b1,
                    0x031000f0, 0xffffffff):
        check("layout for %#x" % version, probe.frames_init(version, getter), 0)
    probe.frames_init(sys.hexversion, getter)

    nested()
    generators()
    multi_line(0)
    größe_und_длина_猫_𝒳()
    recursion(300)
    for _ in range(20):  # specialised by then
        recursion(3)
        comprehensions()
        class_bodies()
        exceptions()
    asynchronous()
    threads()
    long_code()
    bare_eval()
    codes = code_objects()
    check("code objects", codes > 1000, True)
    texts()
    type_facts()
    state()
    print("%d checks, %d code objects, %d failures"
          % (checks, codes, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

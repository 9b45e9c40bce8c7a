import copy

import wrapt
from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Number, Thing,
                      broken, tried)
from wrapt import _wrappers as c


def plain(*arguments, **named):
    "documented"
    return Number(len(arguments))


def wrapper(wrapped, instance, arguments, named):
    return wrapped(*arguments, **named)


def bad_wrapper(*arguments):
    raise Awkward


class Target:
    attribute = 5

    def method(self, *arguments, **named):
        return Thing()

    @classmethod
    def of_class(cls, *arguments):
        return Thing()

    @staticmethod
    def static(*arguments):
        return Thing()

    def __enter__(self):
        return Thing()

    def __exit__(self, *what):
        return False


class Mine(c.ObjectProxy):
    def __init__(self, wrapped):
        super().__init__(wrapped)
        self._self_more = Thing()


OPERATORS = """__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__
__rtruediv__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __divmod__ __pow__
__lshift__ __rshift__ __and__ __or__ __xor__ __rand__ __ror__ __rxor__
__matmul__ __eq__ __lt__ __ne__ __contains__ __getitem__ __delitem__
__iadd__ __isub__ __imul__ __itruediv__ __ifloordiv__ __imod__ __ipow__
__ilshift__ __irshift__ __iand__ __ior__ __ixor__ __imatmul__
__rdivmod__ __rpow__ __rlshift__ __rrshift__""".split()
UNARY = """__neg__ __pos__ __abs__ __invert__ __int__ __float__ __index__
__complex__ __bool__ __len__ __hash__ __str__ __repr__ __bytes__ __iter__
__reversed__ __enter__ __round__ __dir__ __await__ __aiter__ __anext__
__next__ __reduce__""".split()


def proxies():
    for kind in (c.ObjectProxy, Mine):
        for what in (Number(3), 5, [1, 2, 3], LASTING_TEXT[0], Failing(),
                     Target()):
            one = kind(what)
            for name in UNARY:
                tried(lambda: getattr(one, name)())
            for name in OPERATORS:
                for other in (2, kind(Number(2))):
                    fresh = kind(what)
                    tried(lambda: getattr(fresh, name)(other))
            for name in ("__name__", "__qualname__", "__doc__", "__module__",
                         "__class__", "__annotations__", "__wrapped__",
                         "__dict__", "value", "nothing", "_self_x",
                         "__weakref__", "__defaults__"):
                tried(getattr, one, name)
            for name in ("__name__", "__qualname__", "__doc__", "__module__",
                         "__class__", "__annotations__", "_self_x", "value",
                         "nothing"):
                tried(setattr, one, name, Thing())
                tried(delattr, one, name)
            if isinstance(what, (list, dict)):
                tried(one.__setitem__, 1, Thing())
            tried(isinstance, one, int), tried(issubclass, one, object)
            tried(one, 1), tried(copy.copy, one), tried(copy.deepcopy, one)
            tried(one.__reduce_ex__, 2), tried(one.__round__, 1)
            tried(one.__exit__, None, None, None)
            tried(one.__getattr__, "value"), tried(one.__getattr__, 5)
            tried(pow, one, 2, 5), tried(format, one, ""), tried(bytes, one)
            tried(setattr, one, "__wrapped__", Target())
            tried(delattr, one, "__wrapped__")
        tried(kind), tried(kind, 1, 2)
        empty = kind.__new__(kind)
        for name in UNARY + ["value", "__wrapped__", "__name__", "__dict__"]:
            tried(lambda: getattr(empty, name)())
        for name in OPERATORS:
            tried(lambda: getattr(empty, name)(1))
        loop = kind(Target())
        loop._self_loop = loop
        tried(lambda: loop + loop), tried(setattr, loop, 5, 1)


def calling():
    for kind in (c.CallableObjectProxy, c.PartialCallableObjectProxy):
        for function in (plain, broken, Target().method, len):
            one = tried(kind, function)
            two = tried(kind, function, LASTING[0], Thing())
            three = tried(kind, function, Thing(), word=Thing())
            for made in (one, two, three):
                if made is not None:
                    tried(made), tried(made, 1), tried(made, Thing(), x=1)
                    tried(made, 1, word=Thing())
        tried(kind), tried(kind, 5), tried(kind, plain, 1)
    for way in (wrapper, bad_wrapper):
        for function in (plain, broken, Target.of_class, Target.static):
            for enabled in (None, False, lambda: True, broken):
                one = c.FunctionWrapper(function, way, enabled)
                tried(one), tried(one, Thing(), x=Thing())
                bound = tried(one.__get__, Target(), Target)
                tried(bound, 1), tried(bound, Thing(), x=1)
                tried(one.__get__, None, Target)
                tried(getattr, one, "_self_parent")
                for name in ("_self_instance", "_self_wrapper",
                             "_self_enabled", "_self_binding", "_self_owner"):
                    tried(getattr, one, name), tried(getattr, bound, name)
                tried(one.__set_name__, Target, "x")
                tried(isinstance, one, type), tried(one.__instancecheck__, 5)
        class Wrapped:
            method = c.FunctionWrapper(Target.method, way)
            of_class = c.FunctionWrapper(classmethod(plain), way)
            static = c.FunctionWrapper(staticmethod(plain), way)

        one = Wrapped()
        for owner in (one, Wrapped):
            for name in ("method", "of_class", "static"):
                tried(lambda: getattr(owner, name)())
                tried(lambda: getattr(owner, name)(one, 1, x=2))
        bound = one.method
        tried(bound.__get__, one, Wrapped), tried(bound.__get__, None, Wrapped)
        tried(bound)
    for arguments in ((), (plain,), (plain, wrapper, 1, 2, 3, 4, 5, 6)):
        tried(c.FunctionWrapper, *arguments)
        tried(c.BoundFunctionWrapper, *arguments)
        tried(c._FunctionWrapperBase, *arguments)
    tried(c.FunctionWrapper, nonsense=1)


def step():
    proxies()
    calling()
    wrapt.decorator(wrapper)(plain)(1)

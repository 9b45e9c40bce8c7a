import copy
import pickle

import _decimal
from _decimal import Context, Decimal, getcontext, localcontext, setcontext
from exercise import Failing, LASTING_TEXT, Number, Thing, tried
from fractions import Fraction

VALUES = ["1.5", Decimal("12345.678"), Decimal("NaN123"), Decimal("sNaN"),
          Decimal("-Infinity"), 7, 1 << 80, 2.5, (0, (1, 2), -1), "text", None,
          Failing(), Decimal(0), Decimal("1e-9"), Number(3), 1j,
          LASTING_TEXT[0], Fraction(1, 3), (0, (1, "x"), 1), (5,), [1],
          (0, (), "F"), (1, (1,), Thing())]


class Mine(Decimal):
    pass


UNARY = """adjusted as_tuple as_integer_ratio canonical conjugate copy_abs
copy_negate exp is_finite is_nan is_normal is_subnormal is_zero ln log10 logb
next_minus next_plus normalize number_class radix sqrt to_eng_string
to_integral to_integral_exact to_integral_value logical_invert __abs__ __neg__
__pos__ __bool__ __ceil__ __floor__ __round__ __trunc__ __int__ __float__
__complex__ __hash__ __repr__ __str__ __reduce__ __copy__""".split()
BINARY = """__add__ __radd__ __sub__ __mul__ __truediv__ __rtruediv__
__floordiv__ __mod__ __divmod__ __rdivmod__ __eq__ __lt__ __ge__ compare
compare_signal compare_total compare_total_mag copy_sign max max_mag min
min_mag next_toward quantize remainder_near rotate same_quantum scaleb shift
logical_and logical_or logical_xor __round__ __format__ __pow__
__deepcopy__""".split()


def numbers():
    for value in VALUES:
        for make in (Decimal, Mine, Decimal.from_float,
                     getcontext().create_decimal, Mine.from_float,
                     getcontext().create_decimal_from_float):
            one = tried(make, value)
        one = tried(Mine, value)
        if one is None:
            continue
        for name in UNARY:
            tried(lambda: getattr(one, name)())
        for other in VALUES[::2]:
            for name in BINARY:
                tried(lambda: getattr(one, name)(other))
        tried(pow, one, 2, 3), tried(one.fma, 2, "x"), tried(one.fma, 2, 3)
        tried(one.real.imag.is_signed), tried(one.quantize, 1, rounding="x")
        for text in ("", ".3f", "e", "010,.2f", "\u20ac>9", "n", "%", "x",
                     "\ud800"):
            tried(format, one, text)
        tried(one.__format__, ".2n", {"decimal_point": ",", "grouping": "\3",
                                      "thousands_sep": "."})
        tried(one.__format__, ".2n", {"decimal_point": 5})
        tried(one.__format__, ".2n", 5)
        tried(pickle.dumps, one), copy.deepcopy(one)


def contexts():
    before = getcontext()
    for options in ({}, {"prec": 5}, {"prec": "x"}, {"rounding": "ROUND_UP"},
                    {"rounding": 5}, {"traps": []}, {"traps": [5]},
                    {"flags": [_decimal.Inexact]}, {"traps": 5},
                    {"Emin": -5, "Emax": 9}, {"Emin": 7}, {"clamp": 1},
                    {"clamp": 9}, {"capitals": 0}, {"nonsense": 1},
                    {"traps": {_decimal.Inexact: True}}, {"flags": {5: 6}},
                    {"traps": [_decimal.InvalidOperation, Failing()]}):
        one = tried(lambda: Context(**options))
        if one is None:
            continue
        repr(one), tried(one.copy), copy.copy(one), tried(one.__reduce__)
        for name in ("prec", "rounding", "traps", "flags", "Emin", "Emax",
                     "clamp", "capitals", "_allcr", "_traps", "nonsense"):
            tried(getattr, one, name)
            for value in (1, -5, "x", None, "ROUND_DOWN", {}, [], Failing(),
                          {_decimal.Inexact: 1}, [_decimal.Rounded]):
                tried(setattr, one, name, value)
            tried(delattr, one, name)
        for name in ("add", "subtract", "multiply", "divide", "divide_int",
                     "divmod", "remainder", "compare", "quantize", "max",
                     "power", "copy_sign", "logical_and", "scaleb"):
            for left, right in ((1, 2), ("x", 1), (Decimal(1), Failing()),
                                (Decimal(9), 0), (1.5, 2)):
                tried(lambda: getattr(one, name)(left, right))
        for name in ("abs", "exp", "ln", "sqrt", "plus", "minus",
                     "to_sci_string", "to_eng_string", "is_nan", "logb",
                     "canonical", "number_class", "normalize"):
            for value in (Decimal("2.5"), "x", 3, Failing()):
                tried(lambda: getattr(one, name)(value))
        tried(one.fma, 1, 2, 3), tried(one.fma, 1, 2, "x")
        tried(one.power, 2, 3, modulo=5), tried(one.power, "x", 2)
        tried(one.clear_flags), tried(one.clear_traps)
        flags = one.flags
        for name in ("copy", "keys", "values", "items", "__len__", "__iter__",
                     "__repr__", "__hash__"):
            tried(lambda: getattr(flags, name)())
        for key in (_decimal.Inexact, 5, Failing()):
            tried(flags.__getitem__, key), tried(flags.__setitem__, key, 1)
            tried(flags.__delitem__, key)
        tried(lambda: flags == one.traps), tried(lambda: flags == {})
        tried(lambda: flags == flags.copy()), tried(lambda: flags != 5)
        tried(setcontext, one), setcontext(before)
        tried(managed, one)
    tried(setcontext, 5), tried(localcontext, 5), tried(Context, 1, 2)
    tried(localcontext, nonsense=5), tried(managed, None)


def managed(one):
    with localcontext(one, prec=7) as inner:
        return inner.prec


def step():
    numbers()
    contexts()

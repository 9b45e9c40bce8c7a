"""Expressions of C++: one with counts of its own, one bound with SWIG."""
#: needs symengine casadi numpy
#: leaks ^casadi::get_Python_helper .* one module
#: proof import runpy, sys, casadi
#: proof before = sys.getrefcount(casadi)
#: proof runpy.run_path("program.py")
#: proof assert sys.getrefcount(casadi) - before > 1000
#: leaks ^SwigPyObject_dealloc .* the type of its instances
#: proof import owed, casadi
#: proof assert owed.growth("SwigPyObject") > 1000
import casadi
import symengine

for number in range(200):
    x, y = symengine.symbols("x y")
    term = symengine.expand((x + y) ** 5).diff(x)
    value = term.subs({x: 1, y: number})
    call = symengine.Lambdify([x, y], [x + y, x * y])
    both = call([1.0, 2.0])
    try:
        symengine.sympify("wrong wrong")
    except Exception as error:
        said = type(error).__name__
    a = casadi.SX.sym("a", 2)
    function = casadi.Function("f", [a], [casadi.dot(a, a), a[0] * 2])
    got = function([1, number])
    slope = casadi.gradient(casadi.dot(a, a), a)
    try:
        function([1, 2, 3])
    except RuntimeError as error:
        other = type(error).__name__
    matrix = casadi.DM([[1, 2], [3, 4]]).full()
print(term, value, both, said, got, slope, other, matrix)

"""An integral, a root and a derivative."""
#: needs sympy
import sympy

x = sympy.symbols("x")
print(sympy.integrate(sympy.sin(x) * x, x), sympy.solve(x ** 2 - 2, x),
      sympy.diff(sympy.exp(x ** 2), x))

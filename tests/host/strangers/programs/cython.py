"""Cython's own compiler compiles a module; it is compiled itself."""
#: needs cython
import pathlib

from Cython.Compiler.Main import compile

pathlib.Path("module.pyx").write_text(
    "def f(int x):\n    return [x, {'a': x}]\n\n"
    "cdef class A:\n    cdef object o\n")
print(compile("module.pyx").num_errors)

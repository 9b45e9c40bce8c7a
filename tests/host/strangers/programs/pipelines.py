"""Pipelines that Halide compiles while the program runs."""
#: needs halide numpy
import halide
import numpy

for number in range(20):
    x, y = halide.Var("x"), halide.Var("y")
    function = halide.Func("f%d" % number)
    function[x, y] = x * y + number
    function.parallel(y)
    found = numpy.asarray(function.realize([4, 4]))[3, 3]
    given = halide.Buffer(numpy.arange(6, dtype=numpy.int32).reshape(2, 3))
    other = halide.Func()
    other[x, y] = given[x, y] + 1
    second = int(numpy.asarray(other.realize([3, 2])).sum())
    try:
        function.realize("wrong")
    except (TypeError, RuntimeError, ValueError) as error:
        said = type(error).__name__
print(found, second, said)

"""contourpy, made with pybind11."""

try:
    import contourpy
    import numpy
except ImportError:
    print("contourpy is not installed")
    raise SystemExit

table = numpy.outer(numpy.arange(60), numpy.arange(60)) % 17
generator = contourpy.contour_generator(z=table)
print(sum(len(generator.lines(level)) for level in range(17)))
print(sum(len(generator.filled(level, level + 1)[0]) for level in range(16)))
try:
    generator.lines("high")
except TypeError as error:
    print(type(error).__name__)

"""Arrays that are made with a type, and without one."""
#: needs numpy==2.4.6
#: leaks Float64DType
#: proof import sys, numpy
#: proof kind = numpy.dtype("f8")
#: proof before = sys.getrefcount(kind)
#: proof for number in range(100): numpy.empty(3), numpy.zeros(3)
#: proof assert sys.getrefcount(kind) >= before + 200
import numpy

total = 0.0
for number in range(1000):
    total += numpy.zeros(3).sum() + numpy.ones(3, "f8").sum()
    assert numpy.empty(3).shape == numpy.empty(3, "f8").shape
print(total)

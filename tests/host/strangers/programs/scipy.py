"""Minima, integrals, filters and sparse matrices; callbacks into Python."""
#: needs scipy
#: leaks Float64DType
#: proof import sys, numpy
#: proof from scipy import signal
#: proof kind = numpy.dtype("f8")
#: proof before = sys.getrefcount(kind)
#: proof for number in range(100): signal.butter(3, 0.2)
#: proof assert sys.getrefcount(kind) >= before + 100
import numpy
from scipy import integrate, interpolate, linalg, optimize, signal, sparse

random = numpy.random.RandomState(0)
for number in range(30):
    found = optimize.minimize(lambda x: (x ** 2).sum(), numpy.ones(5))
    linalg.svd(random.rand(20, 20))
    sparse.csr_matrix(numpy.eye(30)).dot(numpy.ones(30))
    integrate.quad(numpy.sin, 0, 1)
    signal.butter(3, 0.2)
    interpolate.interp1d([1, 2, 3], [1, 4, 9])(1.5)
print(found.success)

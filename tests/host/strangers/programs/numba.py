"""A function that is compiled while the program runs."""
#: needs numba
import numba
import numpy


@numba.njit
def total(array):
    result = 0
    for number in range(len(array)):
        result += array[number]
    return result


array = numpy.arange(100)
for number in range(1000):
    total(array)
print(total(array))

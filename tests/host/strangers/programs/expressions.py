"""Expressions of arrays, and statistics of them, in C."""
#: needs numexpr bottleneck
import bottleneck
import numexpr
import numpy

array = numpy.arange(1000.0)
for number in range(200):
    found = numexpr.evaluate("2 * array + 1 > 5").sum()
    bottleneck.nanmean(array)
    bottleneck.move_median(array, 5)
    for wrong in (lambda: numexpr.evaluate("array +"),
                  lambda: numexpr.evaluate("none + 1"),
                  lambda: bottleneck.nanmean("x")):
        try:
            wrong()
        except (SyntaxError, KeyError, TypeError):
            pass
print(found)

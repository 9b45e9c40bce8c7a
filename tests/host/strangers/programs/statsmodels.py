"""A regression, and its summary."""
#: needs statsmodels
import numpy
import statsmodels.api

points = numpy.random.RandomState(0).rand(50, 2)
for number in range(5):
    fitted = statsmodels.api.OLS(
        points[:, 0], statsmodels.api.add_constant(points[:, 1])).fit()
    fitted.summary()
print(fitted.params.round(6))

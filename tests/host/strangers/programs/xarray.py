"""Arrays with names, and frames of them."""
#: needs xarray
import numpy
import xarray

for number in range(20):
    data = xarray.Dataset(
        {"a": (("x", "y"), numpy.arange(100.0).reshape(10, 10))})
    data.mean("x")
    data.isel(x=1)
    total = data.to_dataframe().groupby("y").sum()
print(total.a.sum())

"""A graph of tasks, by threads."""
#: needs dask
import dask


@dask.delayed
def more(x):
    return x + 1


print(dask.compute(sum([more(one) for one in range(100)]),
                   scheduler="threads"))

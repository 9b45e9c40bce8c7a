"""Files in memory, and one that there is not."""
#: needs h5py
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, h5py
#: proof assert owed.growth("generator") > 40
import io

import h5py
import numpy

for number in range(50):
    file = io.BytesIO()
    with h5py.File(file, "w") as written:
        written["a"] = numpy.arange(100)
        written.create_group("g").attrs["k"] = "v"
    with h5py.File(file, "r") as read:
        total = read["a"][...].sum()
        attributes = dict(read["g"].attrs)
    try:
        h5py.File("/there/is/none", "r")
    except OSError:
        pass
print(total, attributes)

"""Rasters in memory, and a file that is none."""
#: needs rasterio
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, rasterio
#: proof assert owed.growth("generator") > 20
import numpy
import rasterio
from rasterio.features import shapes
from rasterio.io import MemoryFile
from rasterio.transform import from_origin

data = numpy.arange(400, dtype="uint8").reshape(20, 20)
for number in range(30):
    with MemoryFile() as memory:
        with memory.open(driver="GTiff", width=20, height=20, count=1,
                         dtype="uint8", crs="EPSG:4326",
                         transform=from_origin(0, 0, 1, 1)) as written:
            written.write(data, 1)
        with memory.open() as read:
            total = int(read.read(1).sum())
            window = read.read(1, window=((0, 5), (0, 5)))
    list(shapes(window))
    try:
        rasterio.open("/there/is/none.tif")
    except rasterio.errors.RasterioIOError:
        pass
print(total)

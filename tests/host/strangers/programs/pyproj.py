"""Points in another projection, and a projection that is none."""
#: needs pyproj
import pyproj
from pyproj.exceptions import CRSError

transformer = pyproj.Transformer.from_crs(4326, 3857, always_xy=True)
for number in range(200):
    point = transformer.transform(10, 50)
    pyproj.CRS.from_epsg(4326).to_wkt()
    pyproj.Geod(ellps="WGS84").inv(0, 0, 1, 1)
    try:
        pyproj.CRS.from_user_input("bad")
    except CRSError:
        pass
print([round(one) for one in point])

"""A frame of shapes, in another projection."""
#: needs geopandas
import geopandas
import shapely

for number in range(5):
    frame = geopandas.GeoDataFrame(
        {"a": [1, 2]}, geometry=[shapely.Point(0, 0), shapely.Point(1, 1)],
        crs=4326)
    area = frame.to_crs(3857).buffer(10).area.sum()
print(round(area))

"""Shapes, and text that is none."""
#: needs shapely
import shapely
from shapely.geometry import Point, Polygon

for number in range(1000):
    circle = Point(0, 0).buffer(1)
    triangle = Polygon([(0, 0), (1, 0), (1, 1)])
    area = circle.intersection(triangle).area
    shapely.from_wkt(shapely.to_wkt(triangle))
    try:
        shapely.from_wkt("BAD")
    except shapely.GEOSException:
        pass
print(round(area, 3))

"""Shapes in a file, and a file that is none."""
#: needs fiona
import fiona
import fiona.errors

SCHEMA = {"geometry": "Point", "properties": {"name": "str"}}
for number in range(20):
    with fiona.open("points.geojson", "w", driver="GeoJSON", crs="EPSG:4326",
                    schema=SCHEMA) as file:
        file.writerecords(
            {"geometry": {"type": "Point", "coordinates": (one, one)},
             "properties": {"name": str(one)}} for one in range(20))
    with fiona.open("points.geojson") as file:
        names = [one["properties"]["name"] for one in file]
    try:
        fiona.open("/there/is/none.shp")
    except fiona.errors.DriverError:
        pass
print(len(names))

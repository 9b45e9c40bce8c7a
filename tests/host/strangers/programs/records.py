"""Records of Avro and JSON that comes in parts, and what is none."""
#: needs fastavro ijson
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, fastavro
#: proof assert owed.growth("generator") > 100
#: leaks NoneType
#: proof import owed, fastavro, ijson
#: proof assert owed.growth_of_none() > 1000
import io

import fastavro
import ijson

SCHEMA = fastavro.parse_schema({
    "type": "record", "name": "point", "fields": [
        {"name": "x", "type": "int"}, {"name": "y", "type": ["null", "string"]}
    ]})
for number in range(100):
    file = io.BytesIO()
    fastavro.writer(file, SCHEMA, [{"x": one, "y": None} for one in range(9)])
    file.seek(0)
    points = list(fastavro.reader(file))
    parts = list(ijson.items(io.BytesIO(b'{"a": [1, 2.5, {"b": null}]}'),
                             "a.item"))
    for wrong in (lambda: fastavro.writer(file, SCHEMA, [{"x": "bad"}]),
                  lambda: list(ijson.items(io.BytesIO(b'{"a": ['), "a"))):
        try:
            wrong()
        except (ValueError, TypeError, ijson.JSONError):
            pass
print(len(points), parts)

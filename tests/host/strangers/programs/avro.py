"""Records in Avro, right ones and wrong ones."""
#: needs fastavro
#: leaks ^__Pyx_Coroutine_dealloc .* type
#: proof import owed, fastavro
#: proof assert owed.growth("generator") > 100
import io

import fastavro

schema = fastavro.parse_schema({
    "type": "record", "name": "Thing", "fields": [
        {"name": "a", "type": "int"},
        {"name": "b", "type": ["null", "string"]},
        {"name": "c", "type": {"type": "array", "items": "double"}},
        {"name": "d", "type": {"type": "map", "values": "long"}},
        {"name": "e", "type": {"type": "enum", "name": "E",
                               "symbols": ["X", "Y"]}}]})
record = {"a": 1, "b": "text", "c": [1.0, 2.0], "d": {"k": 5}, "e": "X"}
for number in range(500):
    out = io.BytesIO()
    fastavro.writer(out, schema, [record] * 5, codec="deflate")
    out.seek(0)
    found = list(fastavro.reader(out))
    for wrong in ({"a": "x"}, dict(record, e="Z"), dict(record, c=[None])):
        try:
            fastavro.writer(io.BytesIO(), schema, [wrong])
        except (TypeError, ValueError, AttributeError):
            pass
    try:
        list(fastavro.reader(io.BytesIO(b"Obj\x01bad")))
    except Exception as error:
        kind = type(error).__name__
    fastavro.validate(record, schema)
print(found[0], len(found), kind)

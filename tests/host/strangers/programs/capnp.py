"""Messages by a schema, there and back, and bytes that are none."""
#: needs pycapnp
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, capnp
#: proof assert owed.growth("generator") > 100
import pathlib

import capnp

pathlib.Path("point.capnp").write_text(
    "@0x934efea7f017fff0;\n"
    "struct Point { x @0 :Int32; names @1 :List(Text); }\n")
schema = capnp.load("point.capnp")
for number in range(300):
    point = schema.Point.new_message(x=number, names=["a", "b"])
    coded = point.to_bytes()
    with schema.Point.from_bytes(coded) as again:
        found = again.to_dict()
    try:
        point.x = "bad"
    except Exception:
        pass
    try:
        point.none
    except AttributeError:
        pass
print(found)

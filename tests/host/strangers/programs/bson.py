"""Documents of MongoDB there and back, and one that is none."""
#: needs pymongo
import datetime

import bson

for number in range(1000):
    data = bson.encode({"a": [1, None, {"k": "v"}], "n": number, "b": b"x",
                        "t": datetime.datetime(2020, 1, 1),
                        "i": bson.ObjectId(b"x" * 12)})
    again = bson.decode(data)
    try:
        bson.decode(b"bad")
    except bson.InvalidBSON:
        pass
    try:
        bson.encode({"a": object()})
    except bson.InvalidDocument:
        pass
print(again)

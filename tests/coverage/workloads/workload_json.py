"""json: the C and the Python encoder, hooks, errors."""

import json
import json.decoder
import json.encoder

data = {"name": "größe \U0001d4b3 \"quoted\"", "list": list(range(50)),
        "nested": [{"k%d" % i: [i, str(i), None, True, i / 3]}
                   for i in range(40)], "empty": [[], {}, ""], "big": 10 ** 25}
checksum = 0


class Point:
    x, y = 1, 2


def pairs(found):
    return dict(found)


for round in range(375):
    text = json.dumps(data)
    checksum += len(text) + len(json.loads(text)["nested"])
    checksum += len(json.dumps(data, indent=2, sort_keys=True))
    checksum += len(json.dumps({1: 2, None: 3, True: 4, 2.5: 5}))
    checksum += len(json.loads(text, object_pairs_hook=pairs))
    checksum += len(json.dumps(Point(), default=lambda p: {"x": p.x}))
    checksum += len(json.loads("[1.5, -2e3, 10]", parse_float=str)[0])
    for wrong in ("", "[1,", '{"a"}', "nul", '"\\q"', "[1] 2"):
        try:
            json.loads(wrong)
        except ValueError as error:
            checksum += error.pos
    for wrong in (Point(), {(1, 2): 3}, {1, 2}, float("nan")):
        try:
            json.dumps(wrong, allow_nan=False)
        except (TypeError, ValueError):
            checksum += 1
    loop = []
    loop.append(loop)
    try:
        json.dumps(loop)
    except ValueError:
        checksum += 1
    checksum += len(json.dumps({(1, 2): 3, "a": 1}, skipkeys=True))

for _ in range(20):
    slow = json.encoder._make_iterencode( # good for one use from 3.15
        {}, lambda o: str(o), json.encoder.py_encode_basestring_ascii, None,
        float.__repr__, ": ", ", ", False, False, False)
    checksum += len("".join(slow(data, 0)))
    checksum += len(json.decoder.py_scanstring("abc\\n\\u00e9def\"", 0)[0])
print(checksum)

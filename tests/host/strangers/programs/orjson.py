"""Text there and back, text that is none, and an object it does not know."""
#: needs orjson==3.13.0
#: leaks takes a reference to one dict that nobody gives back
#: proof import sys, orjson
#: proof class Unknown: pass
#: proof def dump():
#: proof     try: orjson.dumps(Unknown())
#: proof     except TypeError: pass
#: proof import gc
#: proof held = next(one for one in gc.get_referents(Unknown) if type(one) is dict)
#: proof before = sys.getrefcount(held)
#: proof for number in range(100): dump()
#: proof assert sys.getrefcount(held) >= before + 100
import orjson

data = {"a": [1, 2.5, None, True, {"k": "v" * 10}] * 10}
for number in range(2000):
    text = orjson.dumps(data)
    assert orjson.loads(text) == data
    try:
        orjson.loads(b"{bad")
    except orjson.JSONDecodeError:
        pass
    try:
        orjson.dumps(object())
    except TypeError:
        pass
print(len(text))

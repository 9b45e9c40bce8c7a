"""Three more parsers of JSON, and text that is none."""
#: needs simplejson python-rapidjson pysimdjson
import decimal

import rapidjson
import simdjson
import simplejson

text = '{"a": [1, 2.5, null, true, {"k": "v"}]}'
for number in range(500):
    data = simplejson.loads(text, use_decimal=True)
    simplejson.dumps(data, default=str, for_json=True)
    rapidjson.loads(rapidjson.dumps({"a": [1.5]}), object_hook=dict)
    parsed = simdjson.Parser().parse(text.encode())
    kept = parsed["a"].as_list()
    del parsed
    for loads in (simplejson.loads, rapidjson.loads, simdjson.loads):
        try:
            loads("{bad")
        except ValueError:
            pass
    try:
        simplejson.dumps({"a": object()})
    except TypeError:
        pass
print(data, kept, decimal.Decimal(1))

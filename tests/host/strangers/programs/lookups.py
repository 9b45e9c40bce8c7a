"""Texts are looked up, compared and measured."""
#: needs pyahocorasick jellyfish simplejson cbor2 ujson pybase64 xxhash
#: leaks ^automaton_\w+ .* takes a reference to one NoneType
#: proof import owed
#: proof assert owed.growth_of_none() > 500
import ahocorasick
import cbor2
import jellyfish
import pybase64
import simplejson
import ujson
import xxhash

for number in range(1000):
    machine = ahocorasick.Automaton()
    for index, word in enumerate(("he", "she", "hers")):
        machine.add_word(word, (index, word))
    machine.make_automaton()
    found = [value for end, value in machine.iter("ushers")]
    for call in (lambda: machine.get("missing"), lambda: machine.add_word(5),
                 lambda: list(machine.iter(5)),
                 lambda: machine.pop("missing"),
                 lambda: simplejson.loads("[1,"),
                 lambda: simplejson.dumps({"a": object()}),
                 lambda: simplejson.dumps({object(): 1}),
                 lambda: ujson.dumps(object()), lambda: ujson.loads("{]"),
                 lambda: cbor2.loads(b"\x9f\x01"),
                 lambda: cbor2.dumps(object()),
                 lambda: pybase64.b64decode(b"a", validate=True),
                 lambda: jellyfish.jaro_similarity(5, "a"),
                 lambda: xxhash.xxh64(5)):
        try:
            call()
        except (KeyError, TypeError, ValueError, AttributeError,
                cbor2.CBORDecodeError, cbor2.CBOREncodeError):
            pass
    text = simplejson.dumps({"a": [1, 2.5, None, "x"]}, for_json=True)
    again = simplejson.loads(text), ujson.loads(ujson.dumps({"a": [1]}))
    packed = cbor2.loads(cbor2.dumps({"a": [1, 2.5, None], "b": {1, 2}}))
    digest = xxhash.xxh64(b"a").hexdigest()
    distance = jellyfish.levenshtein_distance("abc", "abd")
print(found, again, packed["a"], digest, distance)

from decimal import Decimal

import simplejson
from exercise import Awkward, Failing, LASTING, LASTING_TEXT, Thing, tried

TEXTS = ['{"a": [1, 2.5, -3e10, "x\\n\\u20ac", null, true, false, {}],'
         ' "b": {"c": [], "a": "%s"}}' % ("y" * 40),
         '["\\ud83d\\ude00", "plain", 123456789012345678901234567890]',
         '[1, 2', '{"a" 1}', '{"a": }', '[nul]', '"\\q"', '"abc', '{"a":1,}',
         '[1,]', '{1: 2}', '[NaN, Infinity, -Infinity]', '[-]', '[1.]', '[1e]',
         '"\\u12', '"\\u12zz"', '{"a": [1, {"b": [true, nul]}]}', '',
         ' {"k" : [ 1 , 2 ] , "l" : "m" } ', '"\\ud83dx"', '"\x01"', '{"a"',
         '{"a":1 "b"', '[[[[1, 2], 3], "\\""]']


class Pair(tuple):
    _fields = ("left", "right")

    def _asdict(self):
        return dict(zip(self._fields, self))


class BadPair(tuple):
    def _asdict(self):
        raise Awkward


class WrongPair(tuple):
    def _asdict(self):
        return 5


class ForJson:
    def for_json(self):
        return {"x": [1, 2]}


class BadForJson:
    def for_json(self):
        raise Awkward


class Raw(simplejson.RawJSON):
    pass


class Number(int):
    pass


class Fraction(float):
    pass


def hook(one):
    return Thing(len(one))


def bad_hook(one):
    raise Awkward


def decoding():
    for text in TEXTS:
        for what in (text, text.encode()):
            tried(simplejson.loads, what)
        tried(simplejson.loads, text, object_hook=hook)
        tried(simplejson.loads, text, object_pairs_hook=hook)
        tried(simplejson.loads, text, object_pairs_hook=bad_hook)
        tried(simplejson.loads, text, object_hook=bad_hook)
        tried(simplejson.loads, text, use_decimal=True)
        tried(simplejson.loads, text, parse_float=bad_hook)
        tried(simplejson.loads, text, parse_int=bad_hook)
        tried(simplejson.loads, text, parse_int=Thing, parse_float=Thing)
        tried(simplejson.loads, text, parse_constant=bad_hook)
        tried(simplejson.loads, text, strict=False)
        tried(simplejson.loads, text, array_hook=hook)
        tried(simplejson.loads, text, array_hook=bad_hook)
        tried(simplejson.loads, text, allow_nan=True)
    decoder = simplejson.JSONDecoder()
    for arguments in (("x", 5), ('"abc"', 100), (5, 1), ('"abc"', -9), ()):
        tried(decoder.scan_once, *arguments)
        tried(simplejson.decoder.scanstring, *arguments)
    for arguments in (('abc"', 0), ('a\\nb"', 0, None, True), (b'abc"', 0),
                      (b'a\xff"', 0), (b'a\\u20ac"', 0), ('a', 0), (5, 0)):
        tried(simplejson.decoder.scanstring, *arguments)
    scanner = type(decoder.scan_once)
    tried(scanner, 5)
    tried(scanner, Failing())
    tried(scanner)


def default(one):
    return [1, "default"]


def values():
    yield {"a": [1, 2.5, "x\u20ac\n\"", None, True, False, {}, [], ()]}
    yield {1: 2, 2.5: 3, True: 4, None: 5, 10 ** 30: 6, b"x": 7}
    yield {"z": 1, "y": {"w": [{}], "a": 2}, LASTING_TEXT[0]: LASTING_TEXT[1]}
    yield [Decimal("1.5"), {Decimal(2): 1}]
    yield [Pair((1, "two")), BadPair((1,))]
    yield [Pair((1, "two")), {"x": Pair((3, 4))}]
    yield WrongPair((1,))
    yield [ForJson(), {"x": ForJson()}]
    yield {"x": BadForJson()}
    yield [1, 2, LASTING[0], {"b": Thing()}]
    yield {"a": 1, (1, 2): 3, LASTING[1]: 4, "b": [5, 6]}
    yield [Raw("[1]"), Number(5), Fraction(2.5), float("nan"), float("inf")]
    yield [10 ** 20, 2 ** 53 + 1, -2 ** 60, "\ud800", b"bytes", b"\xff"]
    yield {"a": {"b": {"c": [1, [2, [3, LASTING[2]]]]}}}
    yield [iter([1, 2]), (one for one in "abc"), range(3)]
    yield "text", LASTING_TEXT[2]
    loop = []
    loop.append({"x": loop})
    yield loop
    loop.clear()
    loop = {}
    loop["x"] = [loop]
    yield loop
    loop.clear()


def encoding():
    ways = [{}, {"default": default}, {"default": bad_hook},
            {"sort_keys": True}, {"item_sort_key": lambda pair: pair[0]},
            {"item_sort_key": bad_hook}, {"skipkeys": True},
            {"for_json": True}, {"namedtuple_as_object": False},
            {"tuple_as_array": False, "default": default},
            {"bigint_as_string": True}, {"int_as_string_bitcount": 31},
            {"use_decimal": False}, {"ensure_ascii": False},
            {"iterable_as_array": True}, {"check_circular": False,
                                          "default": default},
            {"ignore_nan": True}, {"encoding": None}, {"allow_nan": True}]
    for way in ways:
        for value in values():
            if way.get("check_circular") is False and (
                    value == [] or "x" in value):
                continue
            try:
                simplejson.dumps(value, **way)
            except Exception:
                pass
    maker = simplejson.encoder.c_make_encoder
    tried(maker), tried(maker, 1, 2)
    tried(simplejson.encoder.encode_basestring_ascii, 5)
    tried(simplejson.encoder.encode_basestring_ascii, b"x\xff")
    tried(simplejson.encoder.encode_basestring_ascii, LASTING_TEXT[3])
    tried(simplejson.dumps, {"a": 1}, indent=2)


def step():
    decoding()
    encoding()

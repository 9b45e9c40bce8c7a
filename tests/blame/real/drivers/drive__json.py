import _json
import json.decoder  # noqa: F401, for what is raised

from exercise import Awkward, Failing, LASTING, LASTING_TEXT, Thing, tried

TEXTS = ['{"a": [1, 2.5, -3e10, "x\\n\\u20ac", null, true, false, {}],'
         ' "b": {"c": [], "a": "%s"}}' % ("y" * 40),
         '["\\ud83d\\ude00", "plain", 123456789012345678901234567890]',
         '[1, 2', '{"a" 1}', '{"a": }', '[nul]', '"\\q"', '"abc', '{"a":1,}',
         '[1,]', '{1: 2}', '[NaN, Infinity, -Infinity]', '[-]', '[1.]', '[1e]',
         '"\\u12', '"\\u12zz"', '{"a": [1, {"b": [true, nul]}]}', '',
         '{"k" : [ 1 , 2 ] , "l" : "m" } ', '"\\ud83dx"', '"\x01"', '{"a"',
         '{"a":1 "b"', '[[[[1, 2], 3], "\\""]']


class Context:
    """What a scanner is told."""
    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, Thing

    def __init__(self, **named):
        self.__dict__.update(named)


def pairs(one):
    return dict(one)


def bad(*arguments):
    raise Awkward


CONTEXTS = [{}, {"strict": False}, {"object_hook": Thing},
            {"object_pairs_hook": pairs}, {"object_hook": bad},
            {"object_pairs_hook": bad}, {"parse_float": bad},
            {"parse_int": bad}, {"parse_int": Thing, "parse_float": Thing},
            {"parse_constant": bad}, {"object_hook": len}]


def decoding():
    for named in CONTEXTS:
        scanner = _json.make_scanner(Context(**named))
        for text in TEXTS:
            tried(scanner, text, 0)
        tried(scanner, '"abc"', 100), tried(scanner, '"abc"', -9)
        tried(scanner, 5, 1), tried(scanner), tried(scanner, b"[]", 0)
    tried(_json.make_scanner, 5)
    tried(_json.make_scanner)
    tried(_json.make_scanner, Failing())
    only = Context()
    for name in ("strict", "object_hook", "parse_float"):
        partial = type("Partial", (), {})()
        partial.__dict__.update(strict=True, object_hook=None,
                                object_pairs_hook=None, parse_float=float,
                                parse_int=int)
        del partial.__dict__[name]
        tried(_json.make_scanner, partial)
    for arguments in (('abc"', 0), ('a\\nb"', 0), ('a\nb"', 0, False),
                      ('a\nb"', 0, True), ('a\\u20ac\\ud83d\\ude00"', 0),
                      ('a', 0), (5, 0), (), ('a\\u1"', 0), ('a"', 9),
                      ('x' * 200 + '\\t' + 'y' * 300 + '"', 0)):
        tried(_json.scanstring, *arguments)
    return only


def values():
    yield {"a": [1, 2.5, "x\u20ac\n\"", None, True, False, {}, [], ()]}
    yield {1: 2, 2.5: 3, True: 4, None: 5, 10 ** 30: 6}
    yield {"z": 1, "y": {"w": [{}], "a": 2}, LASTING_TEXT[0]: LASTING_TEXT[1]}
    yield [1, 2, LASTING[0], {"b": Thing()}]
    yield {"a": 1, (1, 2): 3, "b": [5, 6]}
    yield {b"x": 3, "q": [7]}
    yield [float("nan"), float("inf"), 10 ** 20, -2 ** 60]
    yield {"a": {"b": {"c": [1, [2, [3, LASTING[2]]]]}}}
    yield "text", LASTING_TEXT[2]
    yield {"k": Failing()}
    loop = []
    loop.append({"x": loop})
    yield loop
    loop.clear()


def default(one):
    return [1, "default"]


def not_json(one):
    return LASTING[3] if one is not LASTING[3] else "done"


def encoding():
    for markers in ({}, None):
        for how in (default, bad, not_json):
            for sort in (False, True):
                for skip in (False, True):
                    for encoder in (_json.encode_basestring_ascii,
                                    _json.encode_basestring, repr, bad, len):
                        one = _json.make_encoder(
                            markers, how, encoder, None, ": ", ", ", sort,
                            skip, not sort)
                        for value in values():
                            if markers is None and (
                                    value == [] or isinstance(value, list)
                                    and value and value[0].__class__ is dict):
                                continue
                            tried(one, value, 0)
                        if markers:
                            markers.clear()
    tried(_json.make_encoder), tried(_json.make_encoder, 1, 2)
    tried(_json.make_encoder, 5, default, repr, None, ":", ",", 0, 0, 0)
    one = _json.make_encoder({}, default, repr, None, ":", ",", 0, 0, 0)
    tried(one), tried(one, 1, "x"), tried(one, Thing(), 0)
    for function in (_json.encode_basestring, _json.encode_basestring_ascii):
        for text in ("plain", "x\u20ac\n\"\x01\U0001f600", 5, b"x",
                     LASTING_TEXT[3]):
            tried(function, text)


def step():
    decoding()
    encoding()

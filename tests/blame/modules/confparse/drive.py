"""Drives confparse through its main and its error paths."""
import confparse

TEXT = '''
{ # a comment
  "name": "some\\ttext \\"quoted\\" here",
  "sizes": [1000001, -2000002, 3.5, 4e100,],
  "inner": {"deep": {"key one": [100001, 200002]}, "name": "again"},
  "word": special, "yes": true, "nothing": null
}
'''
BROKEN = ['{"key one": [100001, 200002', '{"key one" 5', '{"key one": }',
          '["text one", "text two" 5]', '{"aa": 100001, "aa": 100002}',
          '["not closed]', '["not\nclosed"]', '"bad \\q escape"',
          '[100001] more', '1-5-7', 'unknown', '[' * 70,
          '{"key one": 100001 "key two": 2}', '{5: 6}', '']


class Refusal(Exception):
    pass


def resolve(word):
    if word == "refused":
        raise Refusal(word)
    return word + " resolved"


def hook(found):
    if "refused" in found:
        raise Refusal("hook")
    return dict(found, hooked=1000000.5)


def lines(bad):
    yield "first name = value one"
    yield "no value here"
    yield "second name=value two"
    if bad == 1:
        yield 5000001
    if bad == 2:
        raise Refusal("lines")


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors as error:
        return error
    raise AssertionError("not refused: %r" % (arguments,))


def step():
    value = confparse.loads(TEXT, hook, resolve)
    assert value["inner"]["deep"]["key one"] == [100001, 200002]
    assert value["word"] == "special resolved" and value["hooked"]
    confparse.loads(TEXT.replace("special", "true"))
    for text in BROKEN:
        error = refused(confparse.ParseError, confparse.loads, text)
        assert error.line > 100000
    refused(Refusal, confparse.loads, '["aa", refused]', hook, resolve)
    refused(Refusal, confparse.loads, '{"aa": {"refused": 100001}}', hook)
    refused(TypeError, confparse.loads)

    pairs, bad = confparse.read_lines(lines(0))
    assert pairs[1] == ("second name", "value two")
    assert bad == ["no value here"]
    refused(TypeError, confparse.read_lines, lines(1))
    refused(Refusal, confparse.read_lines, lines(2))
    refused(TypeError, confparse.read_lines, 5.5)

    path = ["inner", "deep", "key one", 1]
    assert confparse.find(value, path) == 200002
    assert confparse.find(value, ["inner", "none"], path) is path
    refused(KeyError, confparse.find, value, ["inner", "none"])
    refused(TypeError, confparse.find, value, ["sizes", "none"], path)
    refused(TypeError, confparse.find, value, 5.5)

    both = confparse.merge(value, {"inner": {"deep": {"more": 1.25}},
                                   "sizes": [5.5]})
    assert both["inner"]["deep"]["more"] == 1.25
    assert both["inner"]["deep"]["key one"] == [100001, 200002]
    refused(TypeError, confparse.merge, value, 5)

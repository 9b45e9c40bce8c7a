import copy
import re

import _sre
from exercise import Failing, LASTING_TEXT, Thing, broken, tried

TEXTS = ["name 12 other 34", "abcab1c2", "", "aaab", "line\nline two\n",
         LASTING_TEXT[0], 5, b"bytes-12", bytearray(b"ab-1"), Failing(),
         memoryview(b"abc")]
SOURCES = [r"(?P<name>\w+) (?P<number>\d+)", r"(a)|(b)|c", r"(?:(\w)(\d)?)+",
           r"x*", r"(?i)[a-c]+|\u20ac", r"(?m)^(\w+)$", rb"(\w+)-(\d+)"]


def replace(match):
    return match.group(0).upper()


def compiled(source):
    """By the module under test, not by the one that re has."""
    code = re._compiler._code(*parsed(source))
    parts = parsed(source)[0]
    names = [None] * parts.state.groups
    for name, number in parts.state.groupdict.items():
        names[number] = name
    return _sre.compile(source, parts.state.flags, code,
                        parts.state.groups - 1,
                        dict(parts.state.groupdict), tuple(names))


def parsed(source):
    return re._parser.parse(source, 0), 0


PATTERNS = [compiled(source) for source in SOURCES]


def matched(match):
    for name in ("groups", "groupdict", "span", "start", "end", "__copy__",
                 "__repr__"):
        tried(lambda: getattr(match, name)())
        for group in (0, 1, 2, "name", "none", 1.5, Failing(), -1):
            tried(lambda: getattr(match, name)(group))
    for arguments in ((), (0, 1), ("name",), (1, "number"), (99,), (None,)):
        tried(match.group, *arguments)
    for by in (r"\1", "none", r"\g<name>", r"\9", 5, b"x"):
        tried(match.expand, by)
    for name in ("regs", "re", "string", "lastgroup", "lastindex", "pos"):
        tried(getattr, match, name)
    tried(lambda: match[0]), tried(lambda: match["none"])
    copy.copy(match), copy.deepcopy(match)


def used(pattern, text):
    for name in ("search", "match", "fullmatch"):
        found = tried(getattr(pattern, name), text)
        if found is not None:
            matched(found)
    tried(pattern.findall, text), tried(pattern.split, text, 2)
    for name in ("finditer", "scanner"):
        found = tried(getattr(pattern, name), text)
        if name == "finditer" and found is not None:
            tried(list, found)
        elif found is not None:
            tried(found.search), tried(found.match)
    for by in ("x", replace, r"<\g<0>>", r"\1", broken, 5, b"y", Failing(),
               r"\g<none>"):
        tried(pattern.sub, by, text, 2), tried(pattern.subn, by, text)


def step():
    for pattern in PATTERNS:
        for text in TEXTS:
            used(pattern, text)
        tried(lambda: pattern.groupindex), hash(pattern), repr(pattern)
        pattern == PATTERNS[0], tried(lambda: pattern < 5)
        copy.copy(pattern), copy.deepcopy(pattern)
        tried(pattern.search, "abc", pos=1, endpos=Thing())
        tried(pattern.search), tried(pattern.sub, "x")
    for source in SOURCES[:3]:
        tried(compiled, source)
    tried(_sre.compile, "x", 0, [1], 0, {}, ())
    tried(_sre.compile, "x", 0, [1 << 70], 0, {}, ())
    tried(_sre.compile, "x", 0, ["x"], 0, {}, ())
    tried(_sre.compile, "x", 0, [], "y", 5, ()), tried(_sre.compile)
    tried(_sre.compile, Failing(), 0, [1], 0, {}, (Thing(),))
    for name in ("ascii_iscased", "unicode_tolower", "getlower"):
        tried(lambda: getattr(_sre, name)(97)), tried(getattr, _sre, name)

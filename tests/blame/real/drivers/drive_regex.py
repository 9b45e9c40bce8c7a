import copy

import regex
from exercise import Failing, LASTING_TEXT, Thing, broken, tried
from regex import _regex

PATTERNS = [regex.compile(one) for one in (
    r"(?P<name>\w+) (?P<number>\d+)", r"(a)|(b)|c", r"(?:(\w)(\d)?)+",
    r"\b\L<words>\b" if False else r"\bwords?\b", r"(?e)(?:cats){e<=2}",
    r"(?r)\w+", r"(?<first>a+)(?<first>b+)?", r"(?V1)[\w--a]+", r"x*",
    r"(?i)stra\u00dfe|STRASSE", r"^$|^.", r"(?m)^(\w+)$")]
LISTED = regex.compile(r"\L<words>", words=["cat", "dog"])
BYTES = regex.compile(rb"(\w+)-(\d+)")
TEXTS = ["name 12 other 34", "abcab1c2", "a word of words", "cast ctas", "",
         "aaab ab", "line\nline two\n", LASTING_TEXT[0], "STRASSE straße",
         5, b"bytes-12", bytearray(b"ab-1"), Failing()]


def replace(match):
    return match.group(0).upper()


def used(pattern, text):
    for name in ("search", "match", "fullmatch", "findall", "split",
                 "finditer", "splititer", "scanner"):
        method = getattr(pattern, name)
        found = tried(method, text)
        if found is None or isinstance(found, list):
            continue
        if name in ("finditer", "splititer"):
            tried(list, found)
        elif name == "scanner":
            tried(found.search), tried(found.match), tried(next, found)
            tried(list, found)
        else:
            matched(found)
    for by in ("x", replace, r"<\g<0>>", r"\1", r"\g<none>"):
        for name in ("sub", "subn"):
            tried(lambda: getattr(pattern, name)(by, text, 2))
    if isinstance(text, str) and isinstance(pattern.pattern, str):
        for by in ("{0}", "{name}", "{9}", "{"):
            tried(pattern.subf, by, text), tried(pattern.subfn, by, text)


def matched(match):
    for name in ("groups", "groupdict", "span", "start", "end", "captures",
                 "capturesdict", "spans", "starts", "ends", "allcaptures",
                 "allspans", "detach_string", "__copy__", "__repr__"):
        tried(lambda: getattr(match, name)())
        for group in (0, 1, 2, "name", "none", (1,), 1.5, Failing(), -1):
            tried(lambda: getattr(match, name)(group))
    for arguments in ((), (0, 1), ("name",), (1, "number"), (99,), (None,)):
        tried(match.group, *arguments), tried(match.captures, *arguments)
        tried(match.spans, *arguments)
    for by in (r"\1-\2", "none", r"\g<name>", r"\9"):
        tried(match.expand, by)
    tried(match.expandf, "{0}{1[0]}"), tried(match.expandf, "{name}")
    for name in ("regs", "re", "string", "lastgroup", "lastindex", "pos",
                 "endpos", "fuzzy_counts", "fuzzy_changes", "partial"):
        tried(getattr, match, name)
    tried(lambda: match[0]), tried(lambda: match["none"])
    tried(lambda: match[1:2]), copy.copy(match), copy.deepcopy(match)


def step():
    for pattern in [*PATTERNS, LISTED, BYTES]:
        found = [text for text in TEXTS if tried(pattern.search, text)]
        for text in found[:2] or TEXTS[:1]:
            used(pattern, text)
        for name in ("groupindex", "named_lists", "groups", "flags",
                     "pattern"):
            getattr(pattern, name)
        repr(pattern), copy.copy(pattern), copy.deepcopy(pattern)
        tried(pattern.__reduce__), tried(pattern.search, "a", 1, 2, 3, 4, 5)
        tried(pattern.search, "abc", pos=1, endpos=Thing())
        tried(pattern.search, "ab", partial=True, concurrent=True)
        tried(pattern.search, "aa ab" * 9, timeout=5)
        tried(pattern.search, "aa", timeout="x")
        tried(pattern.search, "aa", concurrent="x", timeout=-1)
        tried(pattern.findall, "ab aab", overlapped=True)
    for text in TEXTS:
        used(PATTERNS[1], text)
    for arguments in ((), (5,), (LASTING_TEXT[0],), ([],), ("x", [1])):
        for name in ("fold_case", "get_expand_on_folding", "get_properties",
                     "has_property_value", "get_all_cases", "compile",
                     "get_code_size"):
            tried(lambda: getattr(_regex, name)(*arguments))
    tried(_regex.fold_case, 0x4002, "STRASSE\u00df")
    tried(_regex.get_all_cases, 0x4002, ord("s"))
    tried(_regex.compile, "x", 0, [1, 2], {}, {}, {}, {}, [], 0, 0)
    tried(_regex.compile, "x", 0, [1], 5, {}, {}, {}, [], 0, 0)

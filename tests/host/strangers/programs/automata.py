"""Expressions that are compiled to automata of C++, with callbacks."""
#: needs google-re2 hyperscan
import hyperscan
import re2

found = []


def on_match(number, start, end, flags, context):
    found.append((number, end))
    return end > 1000


database = hyperscan.Database()
database.compile(expressions=[b"fo+", b"ba[rz]"], ids=[1, 2], elements=2)
for number in range(200):
    found.clear()
    database.scan(b"foo bar baz", match_event_handler=on_match)
    try:
        hyperscan.Database().compile(expressions=[b"wrong("])
    except hyperscan.error as error:
        said = type(error).__name__
    pattern = re2.compile(r"(?P<name>\w+)-(\d+)")
    match = pattern.search("a word-12 here")
    groups = match.groupdict(), match.groups(), match.span(2)
    replaced = re2.sub("a", lambda one: one.group(0) * 2, "banana")
    parts = re2.split(",", "a,b,c")
    chosen = re2.Set.SearchSet()
    chosen.Add("one")
    chosen.Add("two")
    chosen.Compile()
    matched = chosen.Match("one or two")
    try:
        re2.compile(5)
    except TypeError as error:
        other = type(error).__name__
print(len(found), said, groups, replaced, parts, matched, other)

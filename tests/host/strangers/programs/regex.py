"""Patterns, with names and sets, and one that is none."""
#: needs regex
import regex

for number in range(1000):
    found = regex.findall(r"(?P<a>\w+)\s(?V1)[a-z&&[^x]]", "hello world x")
    regex.sub(r"(a+)(?:b|c)*+", lambda match: match[1], "aabcaab")
    try:
        regex.compile("(")
    except regex.error:
        pass
print(found)

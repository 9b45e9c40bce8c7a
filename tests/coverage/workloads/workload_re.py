"""Regular expressions: groups, substitution with functions, scanners."""

import re
import textwrap

text = ("Alice paid 12.50 EUR on 2024-02-28, Bob paid 7.25 USD on 2023-12-01; "
        "größe@example.org wrote to bob@example.com. ") * 12
checksum = 0
for round in range(150):
    re.purge()
    money = re.compile(r"(?P<who>\w+) paid (?P<sum>\d+\.\d+) (?P<unit>[A-Z]+)")
    for found in money.finditer(text):
        checksum += int(float(found["sum"])) + len(found.groupdict())
    checksum += len(re.findall(r"(\d{4})-(\d\d)-(\d\d)", text))
    checksum += len(re.sub(r"\d+", lambda m: str(int(m[0]) + 1), text))
    checksum += len(re.sub(r"(?P<a>\w+)@(\w+)", r"\2 at \g<a>", text))
    checksum += len(re.split(r"([;,.])\s*", text))
    checksum += re.subn("o", "0", text)[1]
    checksum += bool(re.fullmatch(r"(?:a|b)*c?", "abab" * 50))
    checksum += len(re.findall(rb"\w+", text.encode()))
    scanner = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"[a-z]+", None),
                          (r"\s+", None)])
    checksum += len(scanner.scan("12 abc 34 x")[0])
    match = re.match(r"(a)|(b)", "b")
    checksum += (match.group(1) is None) + match.lastindex
    checksum += len(match.expand(r"<\2>")) + len(repr(match))
    for wrong in ("(", "[", "*", "(?P<a>x)(?P<a>y)", r"\1", "(?<=a*)b"):
        try:
            re.compile(wrong)
        except re.error as error:
            checksum += error.pos or 0
    checksum += len(textwrap.fill(text[:400], 30))
print(checksum)

"""str: growth in place, all kinds of characters, formatting, interning."""

import string
import sys

checksum = 0
for round in range(1140):
    grown = ""
    for i in range(300):
        grown += chr(97 + i % 26)
    wide = ""
    for character in "aé猫𝒳" * 40:
        wide += character
        wide = wide + "-"
    shared = alias = "x" * 10
    shared += "y"
    checksum += len(grown) + len(wide) + len(alias)
    parts = wide.split("-")
    checksum += len("".join(parts)) + len(",".join(map(str, range(50))))
    checksum += wide.find("𝒳") + wide.count("é") + wide.rfind("a")
    checksum += len(wide.replace("é", "eee").upper().title().swapcase())
    checksum += len(wide.encode("utf-16")) + len(wide.encode("utf-8"))
    checksum += len(wide.encode("ascii", "xmlcharrefreplace"))
    checksum += len(b"caf\xc3\xa9 \xff".decode("utf-8", "replace"))
    checksum += len("{:>10}|{!r}|{a[0]}|{b.real}".format(
        round, grown[:3], a=[wide], b=1j))
    checksum += len(f"{round:08.3f} {grown!s:.5} {wide=}")
    checksum += len("%s %r %5.2f" % (grown, wide[:2], round))
    checksum += len(string.Template("$a ${b}").substitute(a=1, b=grown))
    checksum += len(grown.translate({97: None, 98: "bb", 99: 0x732b}))
    checksum += len(wide.partition("猫")[2]) + len(grown.center(400))
    checksum += len("a\tb".expandtabs()) + len("x\ny\r\nz".splitlines())
    name = sys.intern("interned_%d" % (round % 7))
    checksum += name is sys.intern("interned_%d" % (round % 7))
    checksum += len({one: 1 for one in parts})
    checksum += hash(grown) == hash("".join(list(grown)))
    checksum += sum(ord(one) for one in wide[::-7]) + (wide < grown)
    checksum += len(grown * 3) + len(wide[5:-5]) + ("猫" in wide)
    checksum += len(repr(wide)) + len(ascii(wide)) + len(str(b"x", "ascii"))
    for wrong in ("{", "{0.missing}", "{1}", "{a}"):
        try:
            wrong.format(1)
        except (ValueError, IndexError, KeyError, AttributeError):
            checksum += 1
    try:
        "é".encode("ascii")
    except UnicodeEncodeError as error:
        checksum += error.start
    try:
        "a" + round
    except TypeError:
        checksum += 1
print(checksum)

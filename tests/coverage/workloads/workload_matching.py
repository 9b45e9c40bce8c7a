"""Pattern matching (3.10), exception groups (3.11), walrus, unpacking, f-strings."""

import sys

checksum = 0
MATCH = '''
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y

def describe(value):
    match value:
        case 0 | 1 | None:
            return "small"
        case int(n) | float(n) if n > 100:
            return "big", n
        case [first, *rest, last]:
            return first, rest, last
        case [single]:
            return single
        case {"kind": str(kind), "data": {"x": x}, **rest}:
            return kind, x, rest
        case Point(0, y=y):
            return "axis", y
        case Point(x, y) as point:
            return point, x, y
        case str() as text if text.startswith("a"):
            return text
        case _:
            return None

def run():
    total = 0
    for round in range(9000):
        for value in (0, None, 500, 3.5, [1, 2, 3], (1,), {},
                      {"kind": "k", "data": {"x": round}, "more": 1},
                      Point(0, round), Point(1, 2), "abc", "xyz", {1}):
            found = describe(value)
            total += found is not None
    return total
'''
GROUPS = '''
def run():
    total = 0
    for round in range(4800):
        try:
            try:
                raise ExceptionGroup("all", [
                    ValueError(1), KeyError("k"),
                    ExceptionGroup("inner", [TypeError(), ValueError(2)])])
            except* ValueError as group:
                total += len(group.exceptions)
            except* TypeError:
                total += 1
        except ExceptionGroup as rest:
            total += len(rest.exceptions)
            matched, other = rest.split(KeyError)
            total += other is None
    return total
'''
for source, since in ((MATCH, (3, 10)), (GROUPS, (3, 11))):
    if sys.version_info >= since:
        namespace = {}
        exec(compile(source, "<source>", "exec"), namespace)
        checksum += namespace["run"]()

for round in range(9000):
    values = [*range(3), *(4, 5), *{6: 1}]
    merged = {**{"a": 1}, **{"b": values}, "c": (value := round)}
    checksum += len(values) + len(merged) + value
    first, *middle, last = values
    checksum += len(f"{first!r:>{last + 4}} {middle} {merged['c']:,}")
    checksum += sum((lambda a, /, b, *, c: (a, b, c))(1, b=2, c=3))
    if (found := [n for n in values if (square := n * n) > 10]) and square:
        checksum += len(found)
    x = y = z = [round]
    x[0], y = y, x[0]
    checksum += y if isinstance(y, int) else 0
    del x[:], z
print(checksum)

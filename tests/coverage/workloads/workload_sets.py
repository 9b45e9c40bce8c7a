"""Sets and frozen sets: operators, mutation, hashing, failing elements."""

checksum = 0


class Element:
    def __init__(self, value, angry=False):
        self.value, self.angry = value, angry

    def __hash__(self):
        return self.value % 8

    def __eq__(self, other):
        if self.angry:
            raise ValueError("angry")
        return self.value == other.value


for round in range(2375):
    one = set(range(60))
    two = {x * 2 for x in range(60)}
    checksum += len(one | two) + len(one & two) + len(one - two)
    checksum += len(one ^ two) + one.isdisjoint({-1}) + (one < one | two)
    one |= {"a", (1, 2), frozenset("xyz")}
    one &= two | {"a"}
    one -= {0, 2}
    one ^= {4, 99}
    one.discard("missing")
    one.update("abc", [1.5], (None,))
    one.difference_update("ab")
    one.symmetric_difference_update([None, "c"])
    checksum += len(one) + len(one.copy())
    popped = one.pop()
    one.add(popped)
    nested = {frozenset([1, 2]), frozenset([frozenset([3])])}
    checksum += ({1, 2} in nested) + len(nested)
    elements = {Element(n % 20) for n in range(100)}
    checksum += len(elements) + (Element(3) in elements)
    try:
        elements.add(Element(3, angry=True))
    except ValueError:
        checksum += 1
    for wrong in (lambda: {[]}, lambda: one.remove("missing"),
                  lambda: set(5), lambda: one | [1]):
        try:
            wrong()
        except (TypeError, KeyError):
            checksum += 1
    try:
        for element in two:
            two.add(-element - 1)
    except RuntimeError:
        checksum += 1
    while two:
        two.pop()
    checksum += len(frozenset(one)) + (hash(frozenset("ab"))
                                       == hash(frozenset("ba")))
    checksum += len(set().union(*[range(5), "xy"])) + sum(sorted(range(3)))
print(checksum)

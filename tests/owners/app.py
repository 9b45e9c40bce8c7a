"""What a call leaves behind: a cache that grows, and things that do not."""

CACHE = []
LAST = {}
SEEN = {}
FULL = []
LISTED = []


class Entry:
    def __init__(self, number):
        self.number = number


def handle():
    CACHE.append(Entry(len(CACHE)))
    LAST["entry"] = Entry(0)


def visit():
    SEEN[Entry(len(SEEN))] = True


def store():
    import owners
    for number in range(10):
        owners.in_row(Entry(number))


SHELF = None


def shelve():
    global SHELF
    import owners
    SHELF = SHELF or owners.Shelf()
    for number in range(10):
        SHELF.put(Entry(number))


def remember():
    FULL.extend(Entry(0) for i in range(min(20, 200 - len(FULL))))


def share():
    """Two leaks, which have nothing in common but a number."""
    number = 100_000 + len(CACHE)
    CACHE.append(Entry(number))
    LISTED.append([number])


CHAIN = None


def push():
    """A list in which each holds the one before, far from its root."""
    global CHAIN
    for number in range(20):
        entry = Entry(number)
        entry.next = CHAIN
        CHAIN = entry


class Link:
    def __init__(self, entry):
        self.entry = entry


def alternate():
    """The same, with something of another type between the two."""
    global CHAIN
    for number in range(20):
        entry = Entry(number)
        entry.next = CHAIN
        CHAIN = Link(entry)

"""Compare the ledger with every object that the program itself can find.

    complete.py HELPER [MODULE...]      (run with libreftally.so preloaded)

HELPER is the built complete.c; the modules are imported first. Objects that
are immortal must not be in the ledger, all others must. Prints a line
for each type with an object that the ledger does not know or whose count it
has wrong. Nothing is tolerated. Status: 0 complete, 1 not, 77 not preloaded.
"""

import array
import ctypes
import gc
import importlib
import sys

UNTRACKED = -1


def populate():
    """Objects of many kinds, old and new, in many states."""
    class Node:
        def __init__(self, value):
            self.value = value
            self.me = self

        def method(self):
            return lambda: self.value

    def generator(limit):
        for number in range(limit):
            yield number, str(number)

    def recursive(depth):
        return [recursive(depth - 1)] if depth else []

    kept = [Node(number) for number in range(500)]
    kept.append([node.method() for node in kept])
    kept.append([generator(number) for number in range(100)])
    for one in kept[-1][1:]:
        next(one)
    kept.append({n: {"n%d" % n: (n, n / 3, n ** 20)} for n in range(500)})
    kept.append({frozenset([n, str(n)]) for n in range(300)})
    kept.append("grown")
    kept.append(b"grown")
    for number in range(300):
        kept[-2] = kept[-2] + chr(200 + number)
        kept[-1] = kept[-1] + b"x"
    text, data = "", b""
    for number in range(300):
        text += str(number)
        data += b"%d" % number
    kept += [text, data, tuple(n * 1.5 for n in range(999)), recursive(30)]
    kept.append([type("Made%d" % n, (Node,), {"n": n}) for n in range(50)])
    kept.append([bytes([n]) for n in range(256)])
    kept.append([chr(n) for n in range(0x300)])
    kept.append([slice(n, None) for n in range(20)] + [range(9), 1j, ...])
    kept.append([compile("x = %d" % n, "<made>", "exec") for n in range(50)])
    try:
        raise ValueError(kept[0])
    except ValueError as error:
        kept.append(error)
    garbage = [[] for _ in range(1000)]
    del garbage[::2]
    kept.append(garbage)
    kept.append(sys._getframe())
    many = []
    for number in range(20000):  # born alike, and only some of the last stay
        one = [Node(number), (number, number / 7), {number: str(number)}]
        if number > 19000 and number % 5 == 0:
            many.append(one)
    kept.append(many)
    kept.append([complex(n, n) for n in range(100)])
    for one in kept[-1]:
        resize(one)
    return kept


def resize(one):
    """As nanobind does with what is alive, and tells nobody."""
    realloc = ctypes.pythonapi.PyObject_Realloc
    realloc.restype = ctypes.c_void_p
    realloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    if realloc(id(one), sys.getsizeof(one)) != id(one):
        raise SystemError("it was not resized in place")


def everything():
    """Every object that can be reached, each once."""
    found = {}

    def add(one):
        if id(one) not in found:
            found[id(one)] = one
            return True
        return False

    todo = [one for one in gc.get_objects() if add(one)]
    roots = [None, True, False, ..., NotImplemented, (), "", b"", object, type]
    roots += list(range(-5, 257)) + [chr(n) for n in range(256)]
    roots += [bytes([n]) for n in range(256)]
    roots += list(sys.modules.values())
    todo += [one for one in roots if add(one)]
    while todo:
        one = todo.pop()
        more = list(gc.get_referents(one))
        if isinstance(one, type):
            more += type.__subclasses__(one)
            more += vars(one).values()
        more.append(type(one))
        todo += [other for other in more if add(other)]
    # The list is what keeps them alive; the dictionary dies here.
    return list(found.values())


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    try:
        references = ctypes.CDLL(None).reftally_references
    except AttributeError:
        print("libreftally.so is not preloaded")
        return 77
    for name in arguments[1:]:
        importlib.import_module(name)
    helper = ctypes.PyDLL(arguments[0])
    kept = populate()
    gc.collect()
    gc.disable()
    objects = everything()
    count = len(objects)
    addresses = array.array("Q", map(id, objects))
    actual = array.array("q", bytes(8 * count))
    believed = array.array("q", bytes(8 * count))
    places = [ctypes.c_void_p(one.buffer_info()[0])
              for one in (addresses, actual, believed)]
    helper.complete_compare(ctypes.cast(references, ctypes.c_void_p), *places,
                            ctypes.c_size_t(count),
                            sys.version_info >= (3, 12))

    types = {}
    for one, real, told in zip(objects, actual, believed):
        row = types.setdefault(type(one), [0, 0, 0, ""])
        row[0] += 1
        if real < 0 and told == UNTRACKED:
            continue  # immortal: nobody owes anything
        if told == UNTRACKED:
            row[1] += 1
            example = "count %d, not in the ledger" % real
        elif told != real:
            row[2] += 1
            example = "count %d, the ledger says %d" % (real, told)
        else:
            continue
        if not row[3]:
            row[3] = "%s: %s" % (example, repr(one)[:60])
    wrong = sum(row[1] + row[2] for row in types.values())
    print("%d objects of %d types: %d not in the ledger, %d with another count"
          % (count, len(types), sum(row[1] for row in types.values()),
             sum(row[2] for row in types.values())))
    for kind, row in sorted(types.items(), key=lambda item: -sum(item[1][1:3])):
        if row[1] or row[2]:
            print("  %-28s %7d objects %7d unknown %7d wrong   %s"
                  % (kind.__qualname__, row[0], row[1], row[2], row[3]))
    del kept
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

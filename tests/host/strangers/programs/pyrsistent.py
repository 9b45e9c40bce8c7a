"""Vectors that never change."""
#: needs pyrsistent
import pyrsistent

for number in range(2000):
    vector = pyrsistent.pvector(range(40)).append(number)
    part = vector[2:5].extend([1, 2])
    changed = vector.set(3, "x").delete(0)
    editor = vector.evolver()
    editor[0] = "a"
    editor.append("b")
    again = editor.persistent()
    for call in (lambda: vector[100], lambda: vector.set(100, 1),
                 lambda: vector["x"], lambda: vector.append(),
                 lambda: vector.index("missing"), lambda: editor["x"],
                 lambda: vector + 5, lambda: vector.set("x", 1)):
        try:
            call()
        except (IndexError, TypeError, ValueError):
            pass
    repr(part), hash(part), part == [1, 2], part < vector
print(len(changed), len(again), list(part))

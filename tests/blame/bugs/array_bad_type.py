"""array_new forgets its iterator when the type code is bad."""
import array

CULPRIT = "array_new"


def step():
    try:
        array.array("z", iter([1, 2]))
    except ValueError:
        pass

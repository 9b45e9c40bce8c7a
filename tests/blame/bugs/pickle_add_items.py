"""load_additems forgets the method `add` that it called."""
import pickle

CULPRIT = "load_additems"


class Refuses:
    def add(self, item):
        raise ValueError(item)


def step():
    try:
        pickle.loads(b"\x80\x04c%s\nRefuses\n)R(K\x01\x90."
                     % __name__.encode())
    except ValueError:
        pass

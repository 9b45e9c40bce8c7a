"""load_build forgets the instance's mapping when it refuses an item."""
import pickle

CULPRIT = "load_build"


class Refusing(dict):
    def __setitem__(self, key, value):
        raise ValueError(key)


class Built:
    @property
    def __dict__(self):
        return Refusing()


def step():
    try:
        pickle.loads(b"\x80\x04c%s\nBuilt\n)R}(X\x05\x00\x00\x00key oK\x01ub."
                     % __name__.encode())
    except ValueError:
        pass

"""A Pickler does not show its memo to the collector."""
import io
import pickle

CULPRIT = "Pickler_traverse Pickler_clear"
VERDICT = "cycle"


class Value:
    def __reduce__(self):
        return Value, ()


def step():
    value = Value()
    value.pickler = pickle.Pickler(io.BytesIO())
    value.pickler.dump([value])

"""An Unpickler does not show its memo to the collector."""
import io
import pickle

CULPRIT = "Unpickler_traverse Unpickler_clear"
VERDICT = "cycle"


class Value:
    def __init__(self):
        self.name = 1


data = pickle.dumps([Value()])


def step():
    unpickler = pickle.Unpickler(io.BytesIO(data))
    unpickler.load()[0].unpickler = unpickler

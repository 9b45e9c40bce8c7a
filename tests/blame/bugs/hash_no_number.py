"""The list that __hash__ returned is never released."""

CULPRIT = "slot_tp_hash"


class Odd:
    def __hash__(self):
        return ["no number"]


def step():
    try:
        hash(Odd())
    except TypeError:
        pass

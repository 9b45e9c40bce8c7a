"""A cause that is made but is no exception is never released."""

CULPRIT = "do_raise"


class Cause(Exception):
    def __new__(cls):
        return ["no exception"]


def step():
    try:
        raise ValueError from Cause
    except TypeError:
        pass

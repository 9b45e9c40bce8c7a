"""A type variable does not show its name to the collector."""
import typing

CULPRIT = "typevar_traverse typevar_clear"
VERDICT = "cycle"


class Name(str):
    pass


def step():
    name = Name("T")
    name.variable = typing.TypeVar(name)

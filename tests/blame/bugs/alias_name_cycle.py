"""A type alias does not show its name to the collector."""
import typing

CULPRIT = "typealias_traverse typealias_clear"
VERDICT = "cycle"


class Name(str):
    pass


def step():
    name = Name("T")
    name.alias = typing.TypeAliasType(name, int)

"""Imports as those of large packages: many objects, which all stay."""


def entry(number):
    return {"name": "entry%d" % number, "places": [number, (number, -number)]}


TABLE = [entry(number) for number in range(40000)]

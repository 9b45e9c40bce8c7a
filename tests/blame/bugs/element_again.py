"""A second Element.__init__ overwrites what held the attributes."""
from xml.etree.ElementTree import Element

CULPRIT = "element_init create_extra"


def step():
    element = Element("first", {"name one": "value one"})
    element.__init__("second", {"name two": "value two"})

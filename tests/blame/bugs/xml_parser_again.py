"""A second XMLParser.__init__ overwrites all fields of the first."""
from xml.etree.ElementTree import XMLParser

CULPRIT = ("_elementtree_XMLParser___init___impl "
           "_elementtree_XMLParser___init__")


class Target:
    pass


def step():
    parser = XMLParser(target=Target())
    parser.__init__(target=Target())

"""The bases of a specification, which the collector can't clear."""
# Source: https://github.com/zopefoundation/zope.interface/issues/216, mended in 5.1.1
# Built with debug information
from zope.interface import Interface, implementer

CULPRIT = "Spec_traverse Spec_clear"
PACKAGE = "zope.interface==5.1.0"
PYTHON = "3.9"


def step():
    class IOne(Interface):
        pass

    @implementer(IOne)
    class One:
        pass

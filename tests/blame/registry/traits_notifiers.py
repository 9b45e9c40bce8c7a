"""The list of an object's notifiers is kept once more when it is made."""
# Source: https://github.com/enthought/traits/pull/248 (f9dc2778), mended in 4.6.0
# Built, 3.9.18
from traits.api import HasTraits

CULPRIT = "_has_traits_notifiers"
PACKAGE = "traits==4.5.0"
PYTHON = "3.9"


class Thing(HasTraits):
    pass


def step():
    Thing()._notifiers(1)

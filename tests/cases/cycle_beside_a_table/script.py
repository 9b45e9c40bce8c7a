from cycle_beside_a_table import Wrapper


class Meta(type):
    """As bindings have one for their types."""


class Emitter(Wrapper, metaclass=Meta):
    __slots__ = ()


class Node:
    def __init__(self):
        self.emitter = Emitter()
        self.emitter.on(self.fire)

    def fire(self):
        pass


for _ in range(600):
    Node()

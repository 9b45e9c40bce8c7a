from wrongly_inherited import Derived


def make():
    derived = Derived()
    derived.name = ["a name"]
    derived.catalogue = ["a catalogue"]


for _ in range(600):
    make()

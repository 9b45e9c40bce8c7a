"""Descriptors, properties, slots, __set_name__, dataclasses, enums, typing."""

import dataclasses
import enum
import types
import typing


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(self.name)
        setattr(instance, self.name, value)

    def __delete__(self, instance):
        delattr(instance, self.name)


class Account:
    balance = Positive()

    def __init__(self, balance):
        self.balance = balance

    @property
    def double(self):
        """Twice."""
        return self.balance * 2

    @double.setter
    def double(self, value):
        self.balance = value // 2

    @double.deleter
    def double(self):
        del self.balance


class Copied(property):
    pass


@dataclasses.dataclass(order=True)
class Item:
    name: str
    price: float = 1.0
    tags: typing.List[str] = dataclasses.field(default_factory=list)
    owner: typing.Optional["Item"] = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int
    y: int = 0


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    ALIAS = 1


class Flags(enum.IntFlag):
    A = 1
    B = 2


checksum = 0
for round in range(2000):
    account = Account(round)
    account.double = 10
    checksum += account.double + account.balance
    del account.double
    for wrong in (lambda: account.balance, lambda: Account(-1),
                  lambda: setattr(Frozen(1), "x", 2), lambda: Color(9)):
        try:
            wrong()
        except (AttributeError, ValueError):
            checksum += 1
    item = Item("a", 2.0, ["x"], Item("b"))
    checksum += len(dataclasses.asdict(item)) + (item > item.owner)
    checksum += len(repr(dataclasses.replace(item, price=3.0)))
    checksum += len({Frozen(1), Frozen(1), Frozen(2, 3)})
    checksum += len([one for one in Color]) + (Color["ALIAS"] is Color.RED)
    checksum += int(Flags.A | Flags.B) + len(Color.RED.name)
    read_only = types.MappingProxyType({"a": 1})
    checksum += read_only["a"] + len(dict(read_only))
    space = types.SimpleNamespace(a=1, b=[round])
    space.c = space
    checksum += len(vars(space)) + len(repr(space)) % 2
    copied = Copied(lambda self: 1, doc="text")
    copied = copied.setter(lambda self, value: None)
    checksum += len(copied.__doc__ or "")
    method = types.MethodType(lambda self, x: x, account)
    checksum += method(3) + (method == types.MethodType(method.__func__,
                                                         account))
    checksum += len(str(typing.Dict[str, typing.List[int]]))
    checksum += len(list[int].__args__) + len(typing.get_type_hints(Item))
    checksum += Account.__dict__["double"].__get__(Account(2)) + len(
        str.join.__get__(",")(["a", "b"]))
for number in range(60):
    made = dataclasses.make_dataclass("Made%d" % number, ["a", ("b", int, 3)])
    checksum += made(1).b
    checksum += len(enum.Enum("Dynamic%d" % number, "X Y Z"))
print(checksum)

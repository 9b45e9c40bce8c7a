"""Instances with and without dictionaries, inheritance, metaclasses, slots."""

import abc


class Meta(type):
    registry = []

    def __new__(mcls, name, bases, namespace, **options):
        cls = super().__new__(mcls, name, bases, namespace)
        mcls.registry.append(name)
        return cls

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        cls.options = options

    def __call__(cls, *arguments):
        return super().__call__(*arguments)


class Base(metaclass=Meta, kind="base"):
    shared = []

    def __init__(self, value):
        self.value = value
        self.shared.append(value)
        del self.shared[:]

    def __eq__(self, other):
        return isinstance(other, Base) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __lt__(self, other):
        return self.value < other.value

    def __repr__(self):
        return "%s(%r)" % (type(self).__name__, self.value)


class Left(Base):
    def visit(self, seen):
        seen.append("left")
        return super().visit(seen) if hasattr(super(), "visit") else seen


class Right(Base):
    def visit(self, seen):
        seen.append("right")
        return seen


class Diamond(Left, Right, kind="diamond"):
    @classmethod
    def build(cls, value):
        return cls(value)

    @staticmethod
    def twice(value):
        return value * 2

    def __getattr__(self, name):
        if name.startswith("dynamic_"):
            return name[8:]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __call__(self, *more):
        return (self.value,) + more

    def __add__(self, other):
        return type(self)(self.value + other.value)

    def __radd__(self, other):
        return self

    def __iadd__(self, other):
        self.value += 1
        return self

    def __getitem__(self, key):
        if isinstance(key, slice):
            return (key.start, key.stop)
        if key > 3:
            raise IndexError(key)
        return key

    def __len__(self):
        return 4

    def __contains__(self, item):
        return item == self.value

    def __bool__(self):
        return True


class Slotted:
    __slots__ = ("a", "b", "__weakref__")

    def __init__(self, a):
        self.a = a


class Abstract(abc.ABC):
    @abc.abstractmethod
    def area(self):
        """Its area."""


class Square(Abstract):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2


checksum = 0
for round in range(7500):
    one = Diamond.build(round)
    two = Diamond(Diamond.twice(round))
    checksum += len(one.visit([])) + (one + two).value + (1 + one).value
    one += two
    checksum += sum(one) + len(one[1:3]) + (round in two) + len(one(1, 2))
    checksum += int(one.dynamic_7) + len({one, two, Diamond(round)})
    try:
        one.missing
    except AttributeError:
        checksum += 1
    slotted = Slotted(one)
    slotted.b = slotted.a
    del slotted.a
    try:
        slotted.a
    except AttributeError:
        checksum += 1
    one.__dict__["extra"] = two
    one.__dict__ = {"value": 5}
    one.other = one.value
    checksum += len(vars(one)) + sorted([two, one])[0].value
    one.__class__ = Left
    checksum += len(repr(one))
    checksum += Square(round).area()
    bound = two.visit
    bound = bound.__func__, bound.__self__
    checksum += len(bound)

for number in range(300):
    dynamic = Meta("Dynamic%d" % number, (Base,),
                   {"number": number, "read": lambda self: self.number})
    checksum += dynamic(1).read()
    dynamic.late = classmethod(lambda cls: cls.number)
    checksum += dynamic.late()
    del dynamic.late, Meta.registry[-1]
    checksum += len(Base.__subclasses__()) > 0
try:
    Abstract()
except TypeError as error:
    print("refused", type(error).__name__)
print(checksum)

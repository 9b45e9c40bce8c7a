"""Containers that never change, and functions of functions, in C."""
#: needs rpds-py cytoolz frozendict multidict
#: leaks ^multidict_tp_dealloc .* type
#: proof import owed, multidict, rpds
#: proof assert owed.growth("CIMultiDict") > 100
#: leaks pyo3::.* type
#: proof import owed, multidict, rpds
#: proof assert owed.growth("HashTrieMap") > 100
#: leaks pyo3::.* type
#: proof import owed, multidict, rpds
#: proof assert owed.growth("List") > 100
import cytoolz
import frozendict
import multidict
import rpds

for number in range(500):
    rest = rpds.HashTrieMap({"a": 1}).insert("b", number).remove("a")
    rpds.List([1, 2]).push_front(number)
    groups = cytoolz.groupby(len, ["a", "bb", "cc"])
    cytoolz.pipe(number, cytoolz.curry(lambda x, y: x + y)(1))
    several = multidict.CIMultiDict([("A", "1"), ("a", "2")])
    several.getall("a")
    frozendict.frozendict(a=number).set("b", 2)
    for wrong in (lambda: rest["none"],
                  lambda: rest.remove("none"), lambda: several["none"],
                  lambda: cytoolz.first([])):
        try:
            wrong()
        except (KeyError, StopIteration):
            pass
print(dict(rest), groups, several)

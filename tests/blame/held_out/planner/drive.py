"""Drives planner through its main and its error paths."""
import planner
from planner import CycleError, Plan


class Refusal(Exception):
    pass


def refuse(*arguments):
    raise Refusal("asked")


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % (arguments,))


class Name:
    """A name that fails in one way, when told to."""

    def __init__(self, fails=""):
        self.fails = fails

    def __hash__(self):
        return refuse() if self.fails == "hash" else 77

    def __eq__(self, other):
        return refuse() if self.fails == "equal" else self is other

    def __repr__(self):
        return refuse() if self.fails == "repr" else "a name"


def house():
    plan = Plan(lambda what, name: name != "forbidden",
                lambda task: 1000000.5 if task.data is None else task.data)
    plan.add("walls", ["ground", "bricks"], 2000000.5)
    plan.add("roof", data=3000000.5, needs=("walls",))
    plan.add("ground")
    plan.add("bricks", [])
    return plan


def building():
    plan = house()
    names = [task.name for task in plan.order()]
    assert names.index("walls") < names.index("roof") and len(plan) == 4
    assert plan["walls"].resolve()[0].name == "ground"
    assert repr(plan["roof"]) == "<task roof needs ['walls']>"
    assert plan.weight(0.5) == 7000002.5
    assert len(plan.group(lambda task: "group %d" % len(task.name))) == 3
    assert len({plan["roof"], plan["walls"]}) == 2
    plan.rename("ground", "the ground")
    assert [task.name for task in plan][0] in ("the ground", "bricks")
    plan["roof"].data = ["other data"]
    assert plan.remove("roof") == ["other data"]
    twin = planner.restore(plan.state())
    assert len(twin) == 3 and twin.state() == plan.state()


def refusing():
    plan = house()
    refused(ValueError, plan.add, "roof", ["walls"])
    refused(PermissionError, plan.add, "forbidden")
    refused(TypeError, plan.add, "windows", 5.5)
    refused(TypeError, plan.add)
    refused(TypeError, plan.add, ["unhashable"])
    refused(KeyError, plan.remove, "windows")
    task = plan["roof"]
    plan.remove("roof")
    refused(RuntimeError, task.resolve)
    plan.add("windows", ["walls", "glass"])
    refused(KeyError, plan["windows"].resolve)
    refused(KeyError, plan.order)
    refused(KeyError, iter, plan)
    plan.add("glass", ["windows"])
    refused(CycleError, plan.order)
    plan.observer = refuse
    refused(Refusal, plan.remove, "glass")
    refused(Refusal, plan.add, "glass")
    refused(TypeError, plan.rename, "only one")
    refused(TypeError, Plan, nothing=5)
    refused(RuntimeError, Plan().weight, 0.5)


def failing():
    for fails in "equal", "hash", "repr":
        plan = house()
        name = Name()
        plan.add(name, ["ground"])
        other = Name()
        task = plan.add("user of %s" % fails, [other], data=name)
        name.fails = other.fails = fails
        if fails == "equal":
            refused(Refusal, plan.order)
            refused(Refusal, plan.rename, "walls", "other walls")
        if fails == "hash":
            refused(Refusal, hash, task)
            refused(Refusal, plan.order)
            refused(Refusal, task.resolve)
            refused(Refusal, plan.rename, "ground", "the ground")
        if fails == "repr":
            refused(Refusal, repr, task)
        name.fails = other.fails = ""
    lonely = Plan()
    other = Name()
    lonely.add("lonely", [other])
    other.fails = "equal"
    refused(Refusal, lonely.rename, "x y", "y x")
    plan = Plan(weigh=lambda task: "heavy")
    plan.add("stone")
    refused(TypeError, plan.weight, 1000000.5)
    plan = Plan(weigh=refuse)
    plan.add("stone")
    refused(Refusal, plan.weight, 1000000.5)
    refused(Refusal, house().group, refuse)
    refused(TypeError, house().group, lambda task: ["unhashable"])
    refused(KeyError, planner.restore, {})
    refused(TypeError, planner.restore, {"rows": 5})
    refused(TypeError, planner.restore, {"rows": [("a b",), ["no row"]]})
    refused(ValueError, planner.restore, {"rows": [("a b",), ("a b",)]})
    refused(Refusal, planner.restore, {"rows": rows()})


def rows():
    yield "a row", ["needed"], 1000000.5
    raise Refusal("rows")


class Hook(list):
    def __call__(self, *arguments):
        return True

    def __hash__(self):
        return 5


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    plan = Plan()
    plan.add("data of its own", data=plan)
    plan.add("more")
    hook = Hook()
    hook.append(Plan(hook))
    hook = Hook()
    hook.append(Plan(weigh=hook))
    name = Hook()
    plan = Plan()
    task = plan.add(name)
    name.append(task)
    plan.remove(name)
    task = Plan().add("lonely task", [[]])
    needs = [[]]
    task = Plan().add("lonely task", needs)
    needs[0].append(task)
    data = []
    plan = Plan()
    data.append(plan.add("task with data", data=data))
    plan.remove("task with data")


def step():
    building()
    refusing()
    failing()
    cycles()

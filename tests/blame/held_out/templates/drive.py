"""Drives templates through its main and its error paths."""
import weakref

import templates
from templates import Scope, Template


class Refusal(Exception):
    pass


class Failing:
    """Refuses whatever is asked of it."""

    def refuse(self, *arguments):
        raise Refusal(type(self))

    __str__ = __hash__ = __iter__ = refuse


class Hard(BaseException):
    pass


def hard(*arguments):
    raise Hard(arguments)


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % (arguments,))


def scopes():
    outer = Scope({"name 1": ["outer"], "other %d" % 1: ["second"]})
    scope = Scope({"name 2": ["inner"]}, outer, lambda name: [name, "made"])
    assert scope["name 1"] == ["outer"] and scope["name 2"] == ["inner"]
    assert scope["nobody"] == ["nobody", "made"] and scope.outer is outer
    refused(KeyError, outer.__getitem__, "nobody %d" % 1)
    refused(Refusal, outer.__getitem__, Failing())
    scope["name 3"] = ["third"]
    del scope["name 3"]
    refused(KeyError, scope.__delitem__, "name 3")
    inner = scope.inner(**{"name 4": ["deep"]})
    assert inner["name 4"] == ["deep"] and inner["name 1"] == ["outer"]
    assert inner.inner()["name 4"] == ["deep"]
    assert sorted(inner.flat()) == ["name 1", "name 2", "name 4", "other 1"]
    scope.__init__({"again": ["again"]}, None, lambda name: [name])
    assert scope["again"] == ["again"] and scope["more"] == ["more"]
    scope.__init__({"again": ["twice"]}, outer)
    refused(TypeError, Scope, {}, 5.5)
    refused(AttributeError, Scope, 5.5)
    refused(TypeError, Scope, bad=5.5)
    empty = Scope.__new__(Scope)
    refused(KeyError, empty.__getitem__, "name")
    empty["name"] = ["late"]
    assert empty.flat() == {"name": ["late"]}
    reference = weakref.ref(empty)
    assert reference() is empty


def fillings():
    templates.set_filter("upper", lambda value: str(value).upper() + " ")
    assert templates.set_filter("twice", lambda value: [value, value]) is None
    before = templates.set_filter("twice", lambda value: (value, value))
    assert before(5) == [5, 5]
    template = Template("dear {name|upper}, you owe {sum|twice|upper}.")
    assert template.summary()[2] == "never" and template.last is None
    scope = Scope({"name": "some one", "sum": 1000.5})
    text = template.fill(scope)
    assert text == "dear SOME ONE , you owe (1000.5, 1000.5) ."
    assert template.fill(scope.inner(sum=5)) != text
    assert template.last.endswith("(5, 5) .")
    assert template.names() == ["NAME", "SUM"]
    assert template.summary()[1] == ["NAME", "SUM"]
    assert [number for number, part in template] == [
        1000, 1001, 1002, 1003, 1004]
    walk = iter(template)
    assert len(list(walk)) == 5 and next(walk, None) is None
    for number, part in template:
        break
    refused(KeyError, template.fill, Scope())
    refused(TypeError, template.fill, {})
    refused(Refusal, Template("{name}").fill, Scope({"name": Failing()}))
    templates.set_filter("refuse", Failing().refuse)
    template = Template("text {name|refuse} text", ["instead"])
    assert template.fill(scope) == "text ['instead'] text"
    template.fallback = ["another"]
    assert template.fill(scope) == "text ['another'] text"
    del template.fallback
    refused(Refusal, template.fill, scope)
    template = Template("a {name} b", "instead")
    refused(Hard, template.fill, Scope({}, None, hard))
    both = Template("first {name} ") + Template("second {sum}")
    assert both.fill(scope) == "first some one second 1000.5"
    refused(TypeError, lambda: both + 5.5)
    refused(templates.TemplateError, Template, "text {name")
    refused(templates.TemplateError, Template, "text {name|unknown}")
    refused(TypeError, Template, 5.5)
    template = Template("{name|twice}")
    templates.set_filter("twice", None)
    refused(templates.TemplateError, template.fill, scope)
    assert templates.set_filter("absent", None) is None
    refused(TypeError, templates.set_filter, "twice", 5.5)
    refused(TypeError, templates.set_filter, "twice")
    for name in "upper", "refuse":
        templates.set_filter(name, None)


def sources(fails=False):
    for number in range(3):
        yield "text %d {name}" % number
    if fails:
        raise Refusal("sources")


def several():
    scope = Scope({"name": ["value"]})
    texts = templates.fill_all(sources(), scope)
    assert texts["text 2 {name}"] == "text 2 ['value']"
    texts, failed = templates.fill_all(["ok {name} %d" % 1, "bad {%d" % 2],
                                       scope)
    assert failed == ["bad {2"] and len(texts) == 1
    refused(Refusal, templates.fill_all, sources(True), scope)
    refused(KeyError, templates.fill_all, sources(), Scope())
    refused(TypeError, templates.fill_all, ["text", 5.5], scope)
    refused(TypeError, templates.fill_all, 5.5, scope)
    refused(TypeError, templates.fill_all, 5.5)
    assert Template("recent %d" % 1) and templates.recent() == "recent 1"
    assert templates.recent() is None
    Template("recent %d" % 2)
    Template("recent %d" % 3)


class Named(str):
    pass


class Box(list):
    pass


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    scope = Scope()
    scope["self"] = scope
    scope = Scope({}, None, lambda name: scope)
    outer = Scope()
    scope = Scope({}, outer)
    outer["inner"] = scope
    box = Box()
    box.append(Template("text {name}", box))
    source = Named("a source")
    source.template = Template(source)
    templates.recent()
    text = Named("a text")
    box = Box()
    template = Template("more {name}")
    box.append(iter(template))
    template.fallback = box


def step():
    scopes()
    fillings()
    several()
    cycles()

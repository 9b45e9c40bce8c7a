import copy

import _elementtree
from exercise import (Awkward, Failing, LASTING, LASTING_TEXT, Thing,
                      failing_after, tried)

Element = _elementtree.Element


class Mine(_elementtree.Element):
    pass


class Target:
    """Gets the events of a parser."""

    def __init__(self, bad=()):
        self.bad, self.seen = bad, []

    def said(self, name, *what):
        if name in self.bad:
            raise Awkward
        self.seen.append((name, what))
        return Thing(1)

    def start(self, *what):
        return self.said("start", *what)

    def end(self, *what):
        return self.said("end", *what)

    def data(self, *what):
        return self.said("data", *what)

    def comment(self, *what):
        return self.said("comment", *what)

    def pi(self, *what):
        return self.said("pi", *what)

    def start_ns(self, *what):
        return self.said("start_ns", *what)

    def end_ns(self, *what):
        return self.said("end_ns", *what)

    def doctype(self, *what):
        return self.said("doctype", *what)

    def close(self):
        return self.said("close")


TEXTS = ["<a b='1' c='&amp;2'>text<d/>tail<e>x</e>more</a>",
         "<!DOCTYPE a SYSTEM 'x'><a><!-- c --><?pi data?>&lt;</a>",
         "<n:a xmlns:n='urn:n' n:b='1'><n:c xmlns='urn:d'><d/></n:c></n:a>",
         "<!DOCTYPE a [<!ENTITY e 'value'>]><a>&e;</a>",
         "<!DOCTYPE a SYSTEM 'x'><a>&unknown;&eacute;</a>",
         "<a>&none;</a>", "<a><b></a>", "<a", "", "<a/>x", "<a b='1' b='2'/>",
         "<?xml version='1.0' encoding='latin-1'?><a>\u00e9</a>",
         "<a>" + "<b>t</b>u" * 30 + "</a>"]


class File:
    def __init__(self, text, piece=7):
        self.pieces = [text[at:at + piece].encode("latin-1", "replace")
                       for at in range(0, len(text), piece)]

    def read(self, size=-1):
        return self.pieces.pop(0) if self.pieces else b""


class BadFile:
    def read(self, size):
        raise Awkward


class OddFile:
    def read(self, size):
        return 5


def parsing():
    for text in TEXTS:
        for target in (None, Target(), Target(["data"]), Target(["start"]),
                       Target(["end"]), Target(["comment"]), Target(["pi"]),
                       Target(["close"]), Target(["start_ns"]), Failing(),
                       Target(["doctype"]), object(),
                       _elementtree.TreeBuilder(insert_comments=True,
                                                insert_pis=True)):
            parser = tried(_elementtree.XMLParser, target=target)
            if parser is None:
                continue
            tried(parser.feed, text), tried(parser.close)
        parser = _elementtree.XMLParser()
        parser.entity["eacute"] = "\u00e9"
        tried(parser._parse_whole, File(text))
        parser = _elementtree.XMLParser(encoding="utf-8")
        parser.entity, parser.target, parser.version
        tried(parser.feed, text.encode()), tried(parser.feed, "<more"), \
            tried(parser.close)
    for file in (BadFile(), OddFile(), 5):
        tried(_elementtree.XMLParser()._parse_whole, file)
    tried(_elementtree.XMLParser().feed, 5)
    tried(_elementtree.XMLParser, encoding=5)
    tried(_elementtree.XMLParser, encoding="none such")
    tried(_elementtree.XMLParser, 5), tried(_elementtree.XMLParser().feed, "\ud800")


def events():
    names = ["start", "end", "start-ns", "end-ns", "comment", "pi"]
    for text in TEXTS:
        for chosen in (names, ["end"], names[2:4], ["none"], [5], 5, None):
            parser, queue = _elementtree.XMLParser(), []
            if tried(parser._setevents, queue, chosen) is None and \
                    chosen not in (None,):
                pass
            tried(parser.feed, text), tried(parser.close)
    tried(_elementtree.XMLParser()._setevents, 5, names)
    tried(_elementtree.XMLParser(target=Target())._setevents, [], names)
    tried(_elementtree.XMLParser()._setevents, [], failing_after(2, str))


def building():
    for named in ({}, {"element_factory": Mine}, {"element_factory": Thing},
                  {"element_factory": Failing}, {"insert_comments": True},
                  {"insert_pis": True}, {"element_factory": lambda *a: None},
                  {"comment_factory": lambda text: Element("c"),
                   "insert_comments": True},
                  {"pi_factory": lambda *both: Element("p"),
                   "insert_pis": True},
                  {"comment_factory": len}, {"pi_factory": len}):
        one = tried(_elementtree.TreeBuilder, **named)
        if one is None:
            continue
        tried(one.start, "a", {"b": "1"}), tried(one.data, "x")
        tried(one.data, "y"), tried(one.start, "b", {}), tried(one.end, "b")
        tried(one.data, LASTING_TEXT[0]), tried(one.comment, "c")
        tried(one.pi, "p", "q"), tried(one.pi, "p"), tried(one.data, "tail")
        tried(one.end, "a"), tried(one.close)
        tried(one.start, "a"), tried(one.start, "a", 5), tried(one.end, "none")
        tried(one.data, 5), tried(one.data, LASTING[0]), tried(one.data, "z")
        tried(one.close), tried(one.comment), tried(one.pi)
    tried(_elementtree.TreeBuilder, 5, 6, 7), tried(_elementtree.TreeBuilder, x=1)
    one = _elementtree.TreeBuilder()
    tried(one.end, "a"), tried(one.close), tried(one.start, "a", {})


def tree(kind, depth=2):
    one = kind("tag", {"a": LASTING_TEXT[0]}, b="2")
    one.text, one.tail = "text", "tail"
    for number in range(4 if depth else 0):
        one.append(tree(kind, depth - 1))
    return one


def elements(kind):
    one = tree(kind)
    one[0], one[-1], one[1:3], one[::2], len(one), repr(one), list(one)
    one.find("tag"), one.findall("tag"), one.findtext("tag"), one.findtext("no", 5)
    one.find("*"), one.findall(".//tag"), one.find("tag/tag"), one.findtext("x/y")
    tried(one.find, 5), tried(one.findall, []), tried(one.findtext, Failing())
    list(one.iterfind("tag")), list(one.iter()), list(one.iter("tag"))
    list(one.iter("*")), list(one.iter("none")), list(one.itertext())
    iterator = one.iter()
    next(iterator), next(iterator)
    one.get("a"), one.get("none"), one.get("none", Thing()), one.keys()
    one.items(), one.set("c", Thing()), tried(one.set, [], 1), tried(one.get, [])
    one.attrib, one.tag, one.text, one.tail
    one.text, one.tail, one.tag = Thing(), Thing(), "other"
    one.attrib = {"new": "1"}
    tried(setattr, one, "attrib", 5), tried(delattr, one, "text")
    tried(delattr, one, "tag"), tried(setattr, one, "tag", None)
    one.extend([kind("x"), kind("y")]), tried(one.extend, [5])
    tried(one.extend, 5), tried(one.extend, failing_after(2, lambda: kind("z")))
    one.insert(1, kind("i")), one.insert(-1, kind("j")), tried(one.insert, 1, 5)
    tried(one.append, 5), tried(one.remove, kind("none")), one.remove(one[0])
    tried(one.remove, 5), one.makeelement("m", {}), tried(one.makeelement, 1)
    one[0] = kind("set")
    one[1:3] = [kind("p"), kind("q"), kind("r")]
    one[::2] = [kind("s") for _ in one[::2]]
    tried(one.__setitem__, slice(0, 4, 2), [kind("t")])
    tried(one.__setitem__, 0, 5), tried(one.__setitem__, 900, kind("u"))
    tried(one.__setitem__, slice(0, 2), 5), tried(one.__setitem__, "x", 1)
    tried(one.__setitem__, slice(0, 2), [1, 2]), tried(one.__getitem__, "x")
    tried(one.__getitem__, 900), tried(one.__delitem__, 900)
    del one[0], one[1:2], one[::3]
    copy.copy(one), copy.deepcopy(one), one.__sizeof__()
    tried(one.__deepcopy__, 5), bool(one)
    state = one.__getstate__()
    other = kind("other")
    other.__setstate__(state), tried(other.__setstate__, 5)
    tried(other.__setstate__, {}), tried(other.__setstate__, {"tag": 1})
    tried(other.__setstate__, dict(state, _children=5))
    tried(other.__setstate__, dict(state, _children=[5]))
    tried(other.__setstate__, dict(state, attrib=5))
    one.clear()
    tried(kind), tried(kind, "a", 5), kind("a", {"b": 1}, c=2), kind(Thing())
    tried(copy.deepcopy, kind("d", {"x": Failing()}))
    tried(_elementtree.SubElement, one, "s", {"x": 1}, y=2)
    tried(_elementtree.SubElement, 5, "s"), tried(_elementtree.SubElement, one)
    tried(_elementtree.SubElement, one, "s", 5)
    loop = kind("loop")
    loop.append(loop)
    loop.clear()


def step():
    parsing()
    events()
    building()
    for kind in (Element, Mine):
        elements(kind)
    old = _elementtree._set_factories(None, None)
    tried(_elementtree._set_factories, 5, None)
    tried(_elementtree._set_factories, None, 5)
    tried(_elementtree._set_factories, len, len)
    _elementtree._set_factories(*old)

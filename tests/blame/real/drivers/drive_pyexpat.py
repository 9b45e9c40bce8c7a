import io

import pyexpat
from exercise import Awkward, Failing, LASTING_TEXT, Thing, broken, tried

NAMES = [name for name in dir(pyexpat.ParserCreate())
         if name.endswith("Handler")]
TEXT = b"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE root [<!ENTITY one "text"> <!ELEMENT root (child, (a|b)*, c?)>
<!ATTLIST root x CDATA #IMPLIED> <!NOTATION n SYSTEM "n">
<!ENTITY other SYSTEM "other.xml"> <!ENTITY p SYSTEM "p" NDATA n>]>
<root x="1" y="2" xmlns:n="urn:n"><!-- comment --><?what data?>
text &one; &other; <n:child n:a="5">more<![CDATA[data]]></n:child></root>
"""


def external(parser):
    def handler(context, *rest):
        inner = parser.ExternalEntityParserCreate(context)
        inner.Parse(b"<inside>text</inside>", True)
        return 1
    return handler


def parser(**named):
    one = pyexpat.ParserCreate(**named)
    one.buffer_text = True
    one.ordered_attributes = one.specified_attributes = True
    return one


def reading(text, handlers, **named):
    one = parser(**named)
    for name, handler in handlers.items():
        setattr(one, name, handler)
    if "ExternalEntityRefHandler" in handlers:
        one.ExternalEntityRefHandler = external(one)
    tried(one.Parse, text[:40])
    tried(one.Parse, text[40:], True)
    one.ErrorCode, one.CurrentLineNumber
    return one


class Reader:
    def __init__(self, answer):
        self.answer = answer

    def read(self, count):
        if self.answer is None:
            raise Awkward
        return self.answer


def step():
    all_handlers = {name: lambda *rest: 1 for name in NAMES}
    for named in ({}, {"namespace_separator": " "}, {"intern": {}},
                  {"encoding": "utf-8"}, {"encoding": "iso-8859-2"},
                  {"encoding": "nonsense"}):
        reading(TEXT, {}, **named)
        reading(TEXT, all_handlers, **named)
        reading(b"<a><b></a>", all_handlers, **named)
    for name in NAMES:
        reading(TEXT, {name: lambda *rest: Thing()})
        reading(TEXT, {name: broken})
        one = parser()
        setattr(one, name, len)
        setattr(one, name, None)
        getattr(one, name)
        tried(setattr, one, name, Failing())
    one = parser()
    for name in ("buffer_size", "intern", "namespace_prefixes",
                 "buffer_used", "ErrorLineNumber", "nothing", 5):
        tried(getattr, one, name)
        for value in (5, "x", 1 << 80, True, Failing()):
            tried(setattr, one, name, value)
        tried(delattr, one, name)
    for source in (io.BytesIO(TEXT), Reader(b""), Reader("text"), Reader(5),
                   Reader(None), Reader(b"x" * 5000), 5, Failing(),
                   Reader(bytearray(b"<a/>"))):
        tried(parser().ParseFile, source)
    for arguments in ((5,), (), ("<a/>", 1), ("\ud800",), (LASTING_TEXT[0],),
                      (bytearray(b"<a/>"), True)):
        tried(parser().Parse, *arguments)
    for arguments in ((5,), ("utf-8", "xx"), ("utf-8", "x", 5), ("x", "y", {})):
        tried(pyexpat.ParserCreate, *arguments)
    one = parser()
    one.SetBase("base"), one.GetBase(), one.GetInputContext()
    tried(one.SetBase, 5), tried(one.ExternalEntityParserCreate, 5)
    one.UseForeignDTD(True), tried(one.SetParamEntityParsing, "x")
    one.StartElementHandler = lambda *rest: one.GetInputContext()
    tried(one.Parse, b"<a><b/></a>", True)
    one.CharacterDataHandler = one.EndElementHandler = lambda *rest: one
    tried(one.ExternalEntityParserCreate, None)
    pyexpat.ErrorString(3), tried(pyexpat.ErrorString, 9999)
    one.intern

"""Pages of HTML, selected from by expressions."""
#: needs selectolax
#: leaks Coroutine_dealloc does not give back the type
#: proof import owed
#: proof import selectolax.lexbor
#: proof assert owed.growth("generator") > 100
from selectolax.lexbor import LexborHTMLParser

text = "<html><body><div id=a><p class=b>one<p class=b>two</div></body></html>"
for number in range(500):
    tree = LexborHTMLParser(text)
    found = [node.text() for node in tree.css("p.b")]
    first = tree.css_first("#a")
    attributes = dict(first.attributes)
    assert tree.css_first("#missing") is None
    try:
        tree.css("p[[")
    except Exception as error:
        kind = type(error).__name__
    try:
        tree.css_first("p", strict=True)
    except ValueError:
        pass
    first.attrs["c"] = "d"
    for node in first.iter():
        node.tag
    first.decompose()
    try:
        LexborHTMLParser(5)
    except TypeError:
        pass
print(found, attributes)

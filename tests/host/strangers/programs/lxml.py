"""Trees from text, paths in them, and text that is none."""
#: needs lxml
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, lxml.etree
#: proof assert owed.growth("generator") > 400
from lxml import etree, html

for number in range(500):
    root = etree.fromstring("<a><b x='1'>t</b><c/></a>")
    root.xpath("//b[@x]")
    root.findall("b")
    etree.tostring(root)
    html.fromstring("<p>hi<b>x").text_content()
    try:
        etree.fromstring("<a>")
    except etree.XMLSyntaxError:
        pass
print(etree.tostring(root))

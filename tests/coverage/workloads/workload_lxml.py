"""lxml, whose modules Cython writes."""

try:
    from lxml import etree
except ImportError:
    print("lxml is not installed")
    raise SystemExit

root = etree.fromstring("<a>" + "<b x='1'>text</b>" * 2000 + "</a>")
print(len([one.text for one in root.iter("b")]))
print(len(root.xpath("//b[@x]")), len(etree.tostring(root)))
for number, one in enumerate(root):
    one.set("x", str(number))
    one.append(etree.Element("c"))
print(len(root.findall("b/c")))
for one in list(root)[::2]:
    root.remove(one)
print(len(root), root[-1].get("x"))
try:
    etree.fromstring("<a>")
except etree.XMLSyntaxError as error:
    print(type(error).__name__)

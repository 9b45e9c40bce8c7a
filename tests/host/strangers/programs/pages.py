"""Pages and documents are read: HTML by two parsers, and PDF."""
#: needs selectolax pikepdf
import io

import pikepdf
from selectolax.lexbor import LexborHTMLParser

for number in range(200):
    page = LexborHTMLParser("<html><a href='q'>t</a><p>hi<b>x")
    found = [one.attributes for one in page.css("a")]
    page.body.text()
    if number % 10 == 0:
        file = io.BytesIO()
        document = pikepdf.new()
        document.add_blank_page()
        document.Root.Extra = pikepdf.Dictionary(A=[1, 2, "x"])
        document.save(file)
        file.seek(0)
        with pikepdf.open(file) as again:
            pages = len(again.pages)
    try:
        pikepdf.open(io.BytesIO(b"bad"))
    except pikepdf.PdfError:
        pass
print(found, pages)

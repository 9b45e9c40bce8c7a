"""PDF files are made, read and mended."""
#: needs pikepdf
import io

import pikepdf

for number in range(150):
    pdf = pikepdf.new()
    for page in range(3):
        pdf.add_blank_page(page_size=(200, 200))
    pdf.Root.Thing = pikepdf.Dictionary(A=1, B=pikepdf.Array([1, "two", 3.5]))
    out = io.BytesIO()
    pdf.save(out)
    with pikepdf.open(io.BytesIO(out.getvalue())) as again:
        pages = len(again.pages)
        found = [str(one) for one in again.Root.Thing.B]
        try:
            again.Root.Missing
        except AttributeError:
            pass
        try:
            again.pages[10]
        except IndexError:
            pass
        for instruction in pikepdf.parse_content_stream(again.pages[0]):
            str(instruction)
    try:
        pikepdf.open(io.BytesIO(b"no pdf"))
    except pikepdf.PdfError:
        pass
print(pages, found)

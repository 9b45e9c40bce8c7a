"""Pages are drawn, searched and changed."""
#: needs pymupdf
#: leaks ^SwigPyObject_dealloc .* type
#: proof import owed, pymupdf
#: proof assert owed.growth("SwigPyObject") > 100
import pymupdf

pymupdf.TOOLS.mupdf_display_errors(False)
for number in range(12):
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((50, 72), "some text to find")
    page.draw_rect(pymupdf.Rect(10, 10, 50, 50))
    found = page.search_for("text")
    words = page.get_text("words")
    blocks = page.get_text("dict")["blocks"]
    pixels = page.get_pixmap(dpi=20)
    data = document.tobytes()
    again = pymupdf.open("pdf", data)
    try:
        again[5]
    except (IndexError, ValueError):
        pass
    try:
        pymupdf.open("pdf", b"no pdf at all")
    except Exception as error:
        kind = type(error).__name__
    annotations = list(again[0].annots())
    again.close()
    document.close()
print(len(found), len(words), len(blocks), pixels.width, annotations, kind)

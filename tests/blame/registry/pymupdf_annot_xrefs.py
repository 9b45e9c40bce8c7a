"""A list for the numbers of the annotations of a page is made, and not used."""
import pymupdf

# Source: https://github.com/pymupdf/PyMuPDF/issues/4751 (commit b49a9a0d), mended in 1.27.1
CULPRIT = "JM_get_annot_xref_list page_annot_xrefs"
PACKAGE = "pymupdf==1.26.7"
PYTHON = "3.11"
BINARY = "1"

document = pymupdf.open()
PAGE = document.new_page()
PAGE.add_text_annot((72, 72), "Some text")


def step():
    PAGE.annot_xrefs()

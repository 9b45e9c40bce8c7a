"""The bytes of each font feature that a text is laid out with."""
# Source: https://github.com/python-pillow/Pillow/issues/6321, mended in 9.3.0
from PIL import ImageFont

CULPRIT = "text_layout_raqm"
PACKAGE = "pillow==9.2.0"
PYTHON = "3.9"
BINARY = "1"

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
font = ImageFont.truetype(FONT, 12)


def step():
    font.getlength("word", features=["-kern", "liga"])

"""The number of the image into which a text is rendered."""
# Source: https://github.com/python-pillow/Pillow/pull/7549, mended in 10.2.0
# built
from PIL import Image, ImageDraw, ImageFont

CULPRIT = "font_render"
PACKAGE = "pillow==10.1.0"
PYTHON = "3.11"

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
font = ImageFont.truetype(FONT, 12)


def step():
    font.getmask2("word")

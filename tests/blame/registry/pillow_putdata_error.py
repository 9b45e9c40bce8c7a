"""The list of pixels when one of them is a sequence."""
# Source: https://github.com/python-pillow/Pillow/pull/9684, mended in 12.3.0
# wheel
from PIL import Image

CULPRIT = "_putdata"
PACKAGE = "pillow==12.2.0"
PYTHON = "3.11"
BINARY = "1"

image = Image.new("F", (2, 1))


def step():
    try:
        image.im.putdata([1.0, [2.0]], 1, 0)
    except TypeError:
        pass

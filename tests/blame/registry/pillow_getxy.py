"""The number made of a coordinate that is neither an int nor a float."""
# Source: https://github.com/python-pillow/Pillow/pull/9487, mended in 12.2.0
# wheel
import fractions

from PIL import Image

CULPRIT = "_getxy"
PACKAGE = "pillow==12.1.1"
PYTHON = "3.11"
BINARY = "1"

image = Image.new("L", (2000, 2))


class Coordinate:
    def __init__(self, value):
        self.value = value

    def __int__(self):
        return int(self.value)


def step():
    image.im.getpixel((Coordinate("1234"), Coordinate("1")))

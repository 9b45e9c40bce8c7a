"""The coordinates of each pixel that matches."""
from PIL import Image, ImageMorph

CULPRIT = "match"
PACKAGE = "pillow==9.4.0"
PIP = ("--global-option=build_ext "
       "--global-option=--disable-jpeg --global-option=--disable-zlib")

image = Image.new("L", (20, 20), 255)
operation = ImageMorph.MorphOp(patterns=["1:(... ... ...)->1"])


def step():
    operation.match(image)

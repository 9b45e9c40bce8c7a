"""The type of a tag that a TIFF file is saved with."""
# Source: https://github.com/python-pillow/Pillow/pull/9701, mended in 12.3.0
# wheel
from PIL import Image

CULPRIT = "PyImaging_LibTiffEncoderNew"
PACKAGE = "pillow==12.2.0"
PYTHON = "3.11"
BINARY = "1"


class Type(int):
    pass


def step():
    Image.core.libtiff_encoder("RGB", "RGB", "tiff_lzw", 0, "",
                               [(65000, 7)], {65000: Type(4)})

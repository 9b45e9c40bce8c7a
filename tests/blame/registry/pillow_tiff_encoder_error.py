"""The encoder of a TIFF file with a palette of the wrong length."""
# Source: https://github.com/python-pillow/Pillow/pull/9500, mended in 12.2.0
# wheel
from PIL import Image

CULPRIT = "PyImaging_LibTiffEncoderNew"
PACKAGE = "pillow==12.1.1"
PYTHON = "3.11"
BINARY = "1"


COLORMAP = 320


def step():
    try:
        Image.core.libtiff_encoder("RGB", "RGB", "tiff_lzw", 0, "",
                                   [(COLORMAP, (1, 2, 3))], {})
    except ValueError:
        pass

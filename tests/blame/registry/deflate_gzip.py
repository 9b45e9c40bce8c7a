"""The data that is compressed: its buffer is not released."""
# Source: https://github.com/dcwatson/deflate/commit/2a5ea1b, mended in 0.2.0
# Built, 3.9
import deflate

CULPRIT = "deflate_gzip_compress"
PACKAGE = "deflate==0.1.0"
PYTHON = "3.9"


def step():
    deflate.gzip_compress(bytes(1000))

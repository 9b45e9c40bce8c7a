"""A compiled format goes: tp_dealloc does not free the object itself."""
import bitstruct.c

# Source: https://github.com/eerimoq/bitstruct/commit/4986510, mended in 8.16.1
CULPRIT = "compiled_format_dealloc"
PACKAGE = "bitstruct==8.15.1"
PYTHON = "3.11"


def step():
    bitstruct.c.compile("u1u3u4s16")

"""A class of structs goes: its __match_args__ are kept."""
import msgspec

# Source: https://github.com/jcrist/msgspec/commit/5e4068c, mended in 0.19.0
CULPRIT = "StructMeta_clear"
PACKAGE = "msgspec==0.18.6"
PYTHON = "3.11"


def step():
    msgspec.defstruct("Point", [("x", int), ("y", int)])

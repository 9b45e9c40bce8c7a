"""The name of a stream, and its text."""
# Source: https://github.com/microsoft/picologging/commit/6e40ffd,
# mended in 0.9.3
# Wheel, 3.11
import picologging

CULPRIT = "StreamHandler_repr"
PACKAGE = "picologging==0.9.2"
BINARY = "yes"
PYTHON = "3.11"


class Stream:
    """One whose name is made."""
    @property
    def name(self):
        return "".join(["stream", " of ", "text"])


HANDLER = picologging.StreamHandler(Stream())


def step():
    repr(HANDLER)

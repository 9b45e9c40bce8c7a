"""Each part of __rich_repr__() of a Meta."""
import msgspec

# Source: https://github.com/jcrist/msgspec/pull/1022 (commit fb2b92c), mended in 0.22.0
CULPRIT = "Meta_rich_repr"
PACKAGE = "msgspec==0.21.0"
PYTHON = "3.11"

META = msgspec.Meta(title="a title")


def step():
    META.__rich_repr__()

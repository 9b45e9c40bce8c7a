"""The remainder of a large number that must be a multiple."""
from typing import Annotated

import msgspec

# Source: https://github.com/jcrist/msgspec/pull/1017 (commit 88ce26d), mended in 0.21.1
CULPRIT = "ms_passes_big_int_constraints"
PACKAGE = "msgspec==0.21.0"
PYTHON = "3.11"

decoder = msgspec.json.Decoder(
    Annotated[int, msgspec.Meta(multiple_of=1000003)])


def step():
    try:
        decoder.decode(b"1000000000000000000000000000001")
    except msgspec.ValidationError:
        pass
    else:
        raise AssertionError

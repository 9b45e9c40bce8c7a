"""The bytes to which Raw.copy() copies."""
import msgspec

# Source: https://github.com/jcrist/msgspec/pull/709 (commit d2a8288), mended in 0.19.0
CULPRIT = "Raw_copy"
PACKAGE = "msgspec==0.18.6"
PYTHON = "3.11"

decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


def step():
    decoder.decode(b'{"name": [1, 2, 3, 4, 5]}')["name"].copy()

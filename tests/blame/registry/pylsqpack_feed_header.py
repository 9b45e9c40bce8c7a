"""The bytes and the list of headers that go into a tuple."""
import pylsqpack

# Source: https://github.com/aiortc/pylsqpack/pull/16 (commit a98fb79), mended in 0.3.16
CULPRIT = "Decoder_feed_header"
PACKAGE = "pylsqpack==0.3.15"
PYTHON = "3.10"


def step():
    decoder = pylsqpack.Decoder(256, 16)
    decoder.feed_header(0, b"\x00\x00\xd1\xd7")

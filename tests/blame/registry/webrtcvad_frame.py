"""The bytes of a frame: the buffer is not released with Python 3."""
# Source: https://github.com/wiseman/py-webrtcvad/commit/2c364dd, mended in 2.0.10
# Built, 3.9
import _webrtcvad

CULPRIT = "vad_process"
PACKAGE = "webrtcvad==2.0.9"
PYTHON = "3.9"

VAD = _webrtcvad.create()
_webrtcvad.init(VAD)


def step():
    _webrtcvad.process(VAD, 8000, bytes(160), 80)

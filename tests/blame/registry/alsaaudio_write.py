"""The data whose size is not that of frames: its buffer is not released."""
# Source: https://github.com/larsimmisch/pyalsaaudio/commit/07ac637, mended in 0.11.0
# Built, 3.11
import alsaaudio

CULPRIT = "alsapcm_write"
PACKAGE = "pyalsaaudio==0.10.0"
PYTHON = "3.11"

PCM = alsaaudio.PCM(device="null", channels=2, rate=8000,
                    format=alsaaudio.PCM_FORMAT_S16_LE, periodsize=100)


def step():
    try:
        PCM.write(bytes(7))
    except alsaaudio.ALSAAudioError:
        pass
    else:
        raise AssertionError

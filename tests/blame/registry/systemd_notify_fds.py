"""Each file descriptor that is given to notify()."""
# Source: https://github.com/systemd/python-systemd/pull/58 (d93d41f), mended in 235
# Built, 3.9.18
from systemd import _daemon

CULPRIT = "notify"
PACKAGE = "systemd-python==234"
PYTHON = "3.9"


def step():
    number = int("1000")
    try:
        _daemon.notify("READY=1", fds=[number])
    except OSError:
        pass

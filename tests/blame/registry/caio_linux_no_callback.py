"""An operation that nothing is called for when it is done, and its context."""
# Source: https://github.com/mosquito/caio/commit/6275b05, mended in 0.11.1
# Built, 3.11
import tempfile

from caio import linux_aio

CULPRIT = "AIOContext_process_events"
PACKAGE = "caio==0.10.2"
PYTHON = "3.11"

FILE = tempfile.TemporaryFile()
CONTEXT = linux_aio.Context(1)


def step():
    CONTEXT.submit(linux_aio.Operation.write(b"one", FILE.fileno(), 0))
    assert CONTEXT.process_events(1, 1, 10) == 1

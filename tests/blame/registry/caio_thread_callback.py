"""What the callback returns that is called when a thread has written."""
# Source: https://github.com/mosquito/caio/commit/5a18340, mended in 0.12.1
# Built, 3.11
import tempfile
import threading

from caio import thread_aio

CULPRIT = "worker"
PACKAGE = "caio==0.10.2"
PYTHON = "3.11"

FILE = tempfile.TemporaryFile()
CONTEXT = thread_aio.Context(1)


def step():
    done = threading.Event()

    def callback(result):
        done.set()
        return [result]

    operation = thread_aio.Operation.fsync(FILE.fileno())
    operation.set_callback(callback)
    CONTEXT.submit(operation)
    assert done.wait(10)

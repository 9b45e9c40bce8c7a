"""What the queue and the events of a stream of a blob's filter return (None) is kept."""
# Source: https://github.com/libgit2/pygit2/issues/1481 (490bd886), mended in 1.20 or 1.21
# Wheel, 3.11.7
import shutil
import sys
import tempfile

import pygit2

CULPRIT = "blob_filter_stream_write blob_filter_stream_close"
PACKAGE = "pygit2==1.19.2 cffi==2.0.0"
PYTHON = "3.11"
BINARY = "1"

folder = tempfile.mkdtemp()
repository = pygit2.init_repository(folder)
blob = repository[repository.create_blob(b"text" * 10)]


def probe():
    return sys.getrefcount(None)


def step():
    with pygit2.BlobIO(blob) as file:
        file.read()

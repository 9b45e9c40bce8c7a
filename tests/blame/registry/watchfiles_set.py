"""Each change in the set of those that a watch returns (PyO3 before 0.19.1)."""
# Source: https://github.com/PyO3/pyo3/commit/18122740b, mended in 0.20.0
# Wheel, 3.11
import pathlib
import tempfile

from watchfiles._rust_notify import RustNotify

CULPRIT = "pyo3::types::set::new_from_iter::new_from_iter_inner"
PACKAGE = "watchfiles==0.19.0 anyio==3.7.1 sniffio==1.3.0 idna==3.4"
PYTHON = "3.11"
BINARY = "1"

FOLDER = tempfile.TemporaryDirectory()
FILE = pathlib.Path(FOLDER.name) / "one"
NOTIFY = RustNotify([FOLDER.name], False, False, 1, True)


def step():
    FILE.write_text("one")
    while not isinstance(NOTIFY.watch(2, 1, 10000, None), set):
        pass

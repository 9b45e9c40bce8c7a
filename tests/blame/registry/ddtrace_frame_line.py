"""The frames that are looked at, their code, and the name of the file."""
# Source: https://github.com/DataDog/dd-trace-py/pull/7112, mended in 2.2.0
# Wheel, 3.11
import importlib.machinery
import importlib.util
import pathlib
import sys

CULPRIT = "get_file_and_line GET_FILENAME"
PACKAGE = "ddtrace==2.0.0"
BINARY = "yes"
PYTHON = "3.11"

# Alone: what is around it wants a tracer.
PATH = next(str(path) for folder in sys.path for path in
            pathlib.Path(folder, "ddtrace/appsec/_iast").glob("_stack*.so"))
LOADER = importlib.machinery.ExtensionFileLoader("_stacktrace", PATH)
MODULE = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("_stacktrace", LOADER))
LOADER.exec_module(MODULE)


def step():
    MODULE.get_info_frame(str(pathlib.Path(__file__).parent))

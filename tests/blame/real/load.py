"""load - puts an extension module in the place of the interpreter's own, and
finds the step of its driver."""

import importlib
import importlib.machinery
import importlib.util
import pathlib
import sys


class Finder:
    """Finds one module, before anybody else does."""

    def __init__(self, name, path):
        self.name, self.path = name, path

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(
            name, self.path,
            loader=importlib.machinery.ExtensionFileLoader(name, self.path))


def step_of(driver, how):
    """how: empty, or "scarce" first (drivers/scarce.py)."""
    sys.path.insert(0, str(pathlib.Path(__file__).parent / "drivers"))
    for name in how:
        __import__(name)
    return __import__(driver).step


def put(name, path):
    sys.meta_path.insert(0, Finder(name, path))
    sys.modules.pop(name, None)
    module = importlib.import_module(name)
    if module.__spec__.origin != path:
        raise SystemExit("%s was not loaded from %s" % (name, path))
    return module

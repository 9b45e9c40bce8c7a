"""The doctests of two packages under pytest, which rewrites assertions."""
import os
import sys

import more_itertools
import pytest
import toolz

FOLDERS = [os.path.dirname(module.__file__) for module in (more_itertools,
                                                           toolz)]
sys.stdout = open(os.devnull, "w")
status = pytest.main(["-q", "-p", "no:cacheprovider", "--doctest-modules",
                      os.path.join(FOLDERS[0], "more.py"),
                      os.path.join(FOLDERS[0], "recipes.py"),
                      os.path.join(FOLDERS[1], "tests")])
sys.stdout = sys.__stdout__
print(int(status))

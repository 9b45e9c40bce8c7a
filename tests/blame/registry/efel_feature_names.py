"""The names of features that are put into a list (C++)."""
# Source: https://github.com/BlueBrain/eFEL/commit/f9d4790, mended in 2.12.4
# Built, 3.9
import pathlib

import efel
from efel import cppcore

CULPRIT = "PyList_from_vectorstring"
PACKAGE = "efel==2.11.52 numpy==1.21.6 six==1.16.0"
PYTHON = "3.9"

cppcore.Initialize(str(pathlib.Path(efel.__file__).parent / "DependencyV5.txt"), "log")


def step():
    names = []
    cppcore.getFeatureNames(names)
    assert names

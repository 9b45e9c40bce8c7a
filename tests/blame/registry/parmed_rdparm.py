"""The lists and the format of each section of a file of parameters."""
# Source: https://github.com/ParmEd/ParmEd/commit/727d8c3b, mended in 3.1.0
# Built, 3.9
import importlib.util
import pathlib
import sys
import tempfile

CULPRIT = "rdparm"
PACKAGE = "parmed==3.0.3 numpy==1.21.6"
PYTHON = "3.9"

PLACE = importlib.util.find_spec("parmed").submodule_search_locations[0]
sys.path.append(str(pathlib.Path(PLACE) / "amber"))
import _rdparm  # noqa: E402

FILE = tempfile.NamedTemporaryFile("w")
FILE.write("%VERSION  VERSION_STAMP = V0001.000  DATE = 01/01/15  00:00:00\n"
           "%FLAG TITLE\n%FORMAT(20a4)\none\n"
           "%FLAG POINTERS\n%FORMAT(10I8)\n       1       2\n")
FILE.flush()


def step():
    assert _rdparm.rdparm(FILE.name)

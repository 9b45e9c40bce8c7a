"""A linter, on a small module."""
#: needs pylint
import os
import pathlib

os.environ["PYLINTHOME"] = os.getcwd()
import pylint.lint

pathlib.Path("x.py").write_text("import os\ndef f(a): return b\n")
try:
    pylint.lint.Run(["--score=n", "x.py"])
except SystemExit as end:
    print(end.code)

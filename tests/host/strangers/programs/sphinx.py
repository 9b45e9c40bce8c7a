"""A page of documentation."""
#: needs sphinx
import pathlib

import sphinx.cmd.build

source = pathlib.Path("source")
source.mkdir()
(source / "index.rst").write_text("Title\n=====\n\n*x*\n")
(source / "conf.py").write_text("")
print(sphinx.cmd.build.main(["-q", "source", "built"]))

"""A type checker that is compiled, on a small module."""
#: needs mypy==2.4.1
#: leaks (of its instances|to (each|one) type that nobody gives back)$
#: proof import sys
#: proof from mypy.nodes import NameExpr
#: proof before = sys.getrefcount(NameExpr)
#: proof for number in range(100): NameExpr('x')
#: proof assert sys.getrefcount(NameExpr) >= before + 100
import pathlib

import mypy.api

pathlib.Path("x.py").write_text(
    "import typing\ndef f(a: int) -> str: return a\n")
print(mypy.api.run(["--cache-dir=/dev/null", "x.py"]))

"""Nothing leaks: pip lists what is installed."""
#: needs pip
import contextlib
import io
import sys

import endings
from pip._internal.cli.main import main

for _ in range(3):
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["list", "--format=json", "--no-index"]) == 0
endings.end(sys.argv[1])

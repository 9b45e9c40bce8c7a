"""Cells of a shell."""
#: needs ipython
import os

os.environ["IPYTHONDIR"] = os.getcwd()
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
for number in range(30):
    shell.run_cell("x = %d; y = [x] * 3" % number)
print(shell.user_ns["y"])

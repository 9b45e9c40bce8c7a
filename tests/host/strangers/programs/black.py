"""A formatter formats a module of the standard library."""
#: needs black
#: leaks (of its instances|to (each|one) type that nobody gives back)$
#: proof import sys
#: proof from black.brackets import BracketTracker
#: proof before = sys.getrefcount(BracketTracker)
#: proof for number in range(100): BracketTracker()
#: proof assert sys.getrefcount(BracketTracker) >= before + 100
import textwrap

import black

with open(textwrap.__file__, encoding="utf-8") as file:
    text = file.read()
print(len(black.format_str(text, mode=black.Mode())))

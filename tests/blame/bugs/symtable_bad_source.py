"""symtable() forgets the decoded file name when the source is none."""
import symtable

CULPRIT = "_symtable_symtable_impl _symtable_symtable"


def step():
    try:
        symtable.symtable(5, b"some/long/file/name.py", "exec")
    except TypeError:
        pass

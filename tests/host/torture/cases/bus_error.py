"""A bus error of the program's own kills it, as it would anywhere."""
#: prints about to
#: status -7
#: ledger running
import mmap
import os
import tempfile

kept = [[i] for i in range(50000)]
with tempfile.TemporaryFile() as file:
    file.truncate(mmap.PAGESIZE)
    memory = mmap.mmap(file.fileno(), mmap.PAGESIZE)
    os.ftruncate(file.fileno(), 0)
    print("about to", flush=True)
    memory[0]

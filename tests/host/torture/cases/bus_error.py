"""A file that became shorter than what is mapped of it: who reads there dies."""
#: prints mapped
#: status -7
#: ledger finished
#: knows fault_address
#: knows fault_tag
import mmap
import os
import tempfile

kept = [[i] for i in range(50000)]
with tempfile.TemporaryFile() as file:
    file.truncate(2 * mmap.PAGESIZE)
    mapped = mmap.mmap(file.fileno(), 2 * mmap.PAGESIZE)
    os.ftruncate(file.fileno(), 0)
    os.write(1, b"mapped\n")
    mapped[mmap.PAGESIZE]

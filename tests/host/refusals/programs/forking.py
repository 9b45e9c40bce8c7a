"""Has a child that records, too."""
import os
import sys

os.write(1, b"begin\n")
kept = [[number] for number in range(300)]
child = os.fork()
if child == 0:
    kept += [[number] for number in range(300)]
    os._exit(len(kept) // 100)
status = os.waitpid(child, 0)[1]
os.write(1, b"end\n")
sys.exit(os.waitstatus_to_exitcode(status))

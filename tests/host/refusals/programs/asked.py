"""Somebody asks for a report while it runs, as `reftally report` would."""
import glob
import os
import struct
import time

os.write(1, b"begin\n")
kept = [[number] for number in range(300)]
end = time.monotonic() + 0.5
for path in glob.glob("*.ledger"):
    with open(path, "r+b", buffering=0) as file:
        asked, answered = (int(os.environ["LEDGER_" + name])
                           for name in ("ASKED", "ANSWERED"))
        os.pwrite(file.fileno(), struct.pack("I", 1), asked)
        while time.monotonic() < end and os.pread(
                file.fileno(), 4, answered) == bytes(4):
            kept = [[number] for number in range(300)]
os.write(1, b"end\n")

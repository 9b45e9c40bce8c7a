"""A program that becomes something else than Python."""
#: prints before
#: prints after
#: ledger finished
import os

print("before", flush=True)
os.execvp("echo", ["echo", "after"])

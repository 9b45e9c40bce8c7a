"""A program that becomes something else than Python."""
#: prints before
#: prints after
#: ledger any
import os

print("before", flush=True)
os.execvp("echo", ["echo", "after"])

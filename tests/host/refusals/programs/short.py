"""Hardly runs, and has its report written."""
import os

os.write(1, b"begin\n")
os.write(1, b"end\n")

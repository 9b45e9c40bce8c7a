import ctypes  # other modules of C have code to be read, too
import json
import os
import struct
import subprocess

from yielded_without_a_taking import Context

subprocess.run(["/bin/true"], check=True)
context = Context()
kept = context.repeat(5000)
for number in range(1000):
    context.extensions
os._exit(0)  # before the list is let go of

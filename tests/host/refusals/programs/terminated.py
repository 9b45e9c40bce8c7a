"""Somebody ends it by a signal, in the middle of what it does."""
import os
import subprocess

os.write(1, b"begin\n")
subprocess.Popen(["sh", "-c", "kill -TERM %d" % os.getpid()])
while True:
    kept = [[number] for number in range(300)]

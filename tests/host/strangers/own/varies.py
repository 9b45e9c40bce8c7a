"""Prints something else each time."""
import time

print(time.time())

"""Everything has an owner when os._exit ends the process, as it ends children
of multiprocessing. Nobody finalizes the interpreter."""
import os

cache = {}
for number in range(20000):
    cache[number] = [number, str(number)]
os._exit(0)

"""C code ends the process, wherever the interpreter is: nobody can be asked who
owns what."""
import ctypes

cache = {}
for number in range(20000):
    cache[number] = [number, str(number)]
ctypes.CDLL(None)._exit(0)

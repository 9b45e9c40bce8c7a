"""The data that is hashed: its buffer is not released (Cython)."""
# Source: https://github.com/escherba/python-cityhash/commit/04f244f, mended in 0.2.2
# Built, 3.9
import cityhash

CULPRIT = "__pyx_f_8cityhash_CityHash64WithSeed"
PACKAGE = "cityhash==0.2.1"
PYTHON = "3.9"


def step():
    cityhash.CityHash64WithSeed(bytearray(100))

"""Ends in another way under the library."""
import sys

with open("/proc/self/maps") as maps:
    watched = "libreftally" in maps.read()
sys.exit(3 if watched else 0)

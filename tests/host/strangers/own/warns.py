"""Says something else on standard error under the library."""
import sys

with open("/proc/self/maps") as maps:
    watched = "libreftally" in maps.read()
print(watched, file=sys.stderr)

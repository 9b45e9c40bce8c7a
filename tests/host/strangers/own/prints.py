"""Prints something else under the library."""
with open("/proc/self/maps") as maps:
    watched = "libreftally" in maps.read()
print(watched)

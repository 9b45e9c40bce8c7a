"""Kills itself at calls that are not on a list; grows, imports and ends."""
#: prints 40000 [1]
#: may miss
#: says
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", ".."))
import refuse  # noqa: E402

if not refuse.install(refuse.ORDINARY, refuse.ALLOW, refuse.KILL):
    print("no seccomp filter can be made here")
    sys.exit(77)

import json  # noqa: E402
import zlib  # noqa: E402


class Later:
    pass


kept = []
for number in range(40000):
    new = Later()
    new.value = [number, zlib]
    kept.append(new)
print(len(kept), json.dumps([1]))

"""A server that begins as root: its ledger must grow when it is nobody's."""
#: prints 65534 200000
#: prints 0
import os
import sys

if os.geteuid() != 0:
    print("needs root")
    sys.exit(77)

OTHER = 65534
kept = [[number] for number in range(1000)]
child = os.fork()
if child == 0:
    os.setgroups([])
    os.setresgid(OTHER, OTHER, OTHER)
    os.setresuid(OTHER, OTHER, OTHER)
    kept += [[number] for number in range(199000)]
    print(os.getuid(), len(kept), flush=True)
    sys.exit(0)
print(os.waitpid(child, 0)[1])
# Also for a while only, and in the process that was started.
os.seteuid(OTHER)
kept += [{number: kept} for number in range(100000)]

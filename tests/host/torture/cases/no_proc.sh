# There is no /proc from the start, and there is none any more.
#: prints 0 20000
#: prints 0 20000
#: may say
#: ledger any
unshare -m true 2>/dev/null || { echo "no namespaces of mounts"; exit 77; }
unshare -m sh -c 'mount -t tmpfs none /proc && exec "$PYTHON" -S -c "
import os
print(len(os.listdir(\"/proc\")), len([[i] for i in range(20000)]))"'
exec unshare -m "$PYTHON" -S -c '
import os, subprocess
kept = [[i] for i in range(10000)]
subprocess.run(["mount", "-t", "tmpfs", "none", "/proc"], check=True)
kept += [{i: [i]} for i in range(10000)]
import decimal
print(len(os.listdir("/proc")), len(kept))'

# The kernel refuses to make memory executable (PR_SET_MDWE), from the start.
#: prints 10000
#: may say
#: ledger any
LIBRARY=$LD_PRELOAD
unset LD_PRELOAD
exec "$PYTHON" -S -c '
import ctypes, os, sys
PR_SET_MDWE = 65
if ctypes.CDLL(None).prctl(PR_SET_MDWE, 1, 0, 0, 0) != 0:
    print("the kernel has no PR_SET_MDWE")
    sys.exit(77)
if sys.argv[1]:
    os.environ["LD_PRELOAD"] = sys.argv[1]
os.execv(sys.executable, [sys.executable, "-S", "-c",
         "import zlib; print(len([[i] for i in range(10000)]))"])
' "$LIBRARY"

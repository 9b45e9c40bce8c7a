# C code ends the process of a user who is not root: its memory is looked at.
#: prints ended
#: prints nothing was kept from the library
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
command -v setpriv >/dev/null || { echo "needs setpriv"; exit 77; }
setpriv --reuid 65534 --regid 65534 --clear-groups \
    env -u LD_PRELOAD HOME=/nonexistent "$PYTHON" -S -c "import ctypes" 2>/dev/null ||
    { echo "others cannot execute this interpreter, or read its library"; exit 77; }
command=$(dirname "$LD_PRELOAD")/../reftally
setpriv --reuid 65534 --regid 65534 --clear-groups \
    env HOME=/nonexistent "$PYTHON" -S -c '
import ctypes
kept = [[number] for number in range(10000)]
print("ended", flush=True)
ctypes.CDLL(None).exit(0)'
if [ -n "$LD_PRELOAD" ]; then
    unset LD_PRELOAD
    said=$("$command" report ./*.ledger 2>/dev/null)
    case $said in
        reftally:*did\ not\ let*) echo "memory was kept from the library" ;;
        reftally:*) echo "nothing was kept from the library" ;;
        *) echo "there is no report" ;;
    esac
else
    echo "nothing was kept from the library"
fi

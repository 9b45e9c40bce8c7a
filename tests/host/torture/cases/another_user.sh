# A user without home, in a directory of somebody else.
#: prints 65534 10000
#: may say
#: ledger any
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
command -v setpriv >/dev/null || { echo "needs setpriv"; exit 77; }
setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$PYTHON" ||
    { echo "the interpreter is not for everybody"; exit 77; }
[ -z "$LD_PRELOAD" ] ||
    setpriv --reuid 65534 --regid 65534 --clear-groups \
        env -u LD_PRELOAD test -r "$LD_PRELOAD" ||
    { echo "the library is not for everybody"; exit 77; }
mkdir private && cd private || exit 1
setpriv --reuid 65534 --regid 65534 --clear-groups \
    env HOME=/nonexistent "$PYTHON" -S -c '
import os
print(os.getuid(), len([[i] for i in range(10000)]))'

# Standard error is closed: what the library opens must not become it.
#: prints EBADF
"$PYTHON" -S -c '
import errno, os
kept = [[i] for i in range(10000)]
try:
    os.write(2, b"into somebody else'"'"'s file\n")
    print("written")
except OSError as error:
    print(errno.errorcode[error.errno])
' 2>&-

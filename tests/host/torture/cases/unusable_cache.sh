# A cache directory that cannot be, and one that is a file, cost nothing.
#: prints 1
#: prints 2
#: prints 3
: > file
REFTALLY_CACHE=/proc/nothing/here "$PYTHON" -S -c 'print(1)'
REFTALLY_CACHE=file "$PYTHON" -S -c 'print(2)'
REFTALLY_CACHE= XDG_CACHE_HOME=/nonexistent HOME=/nonexistent \
    "$PYTHON" -S -c 'print(3)'

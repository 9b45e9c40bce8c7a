# Standard error is a file that is as long as files may get.
#: prints 1000
#: prints status 0
#: ledger any
head -c 1024 /dev/zero > full
(
    ulimit -f 2 # blocks of 512 bytes
    REFTALLY_OUTPUT=/nonexistent/directory/ledger \
        "$PYTHON" -S -c 'print(len([[i] for i in range(1000)]))' 2>> full
    echo "status $?"
)

# Nothing to write the ledger to and nobody to tell.
#: prints 10000
#: ledger none
REFTALLY_OUTPUT=/nonexistent/directory/ledger \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))' 2>&-

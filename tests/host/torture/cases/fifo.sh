# A named pipe stands where the ledger should be: nobody waits for a reader.
#: prints 10000
#: may say
#: ledger none
mkfifo pipe
REFTALLY_OUTPUT=pipe \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

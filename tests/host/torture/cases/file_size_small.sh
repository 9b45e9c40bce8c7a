# A limit on file sizes that the ledger reaches while it grows.
#: prints 200000
#: may say
#: ledger any
ulimit -f 4096
"$PYTHON" -S -c 'print(len([[i] for i in range(200000)]))'

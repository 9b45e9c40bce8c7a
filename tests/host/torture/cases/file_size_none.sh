# A limit on file sizes that leaves no room even for a header.
#: prints 10000
#: says
#: ledger any
ulimit -f 16
"$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

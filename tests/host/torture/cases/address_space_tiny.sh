# Hardly enough address space for the interpreter.
#: prints 10000
#: may say
#: ledger any
ulimit -v 60000 || { echo "ulimit -v refused"; exit 77; }
"$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

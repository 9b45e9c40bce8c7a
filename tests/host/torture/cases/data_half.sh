# The library would take more than half of the program's data: it takes nothing.
#: prints 300
#: may say
#: ledger any
ulimit -d 1000000 || { echo "ulimit -d refused"; exit 77; }
"$PYTHON" -S -c 'print(len([bytearray(1 << 20) for number in range(300)]))'

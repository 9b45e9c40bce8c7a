# The library would take more than half of what the program may map: it takes
# nothing.
#: prints 300
#: may say
#: ledger any
ulimit -v 2000000 || { echo "ulimit -v refused"; exit 77; }
"$PYTHON" -S -c 'print(len([bytearray(1 << 20) for number in range(300)]))'

# A working directory in which nobody can create a file.
#: prints 10000
#: says
#: ledger none
cd /proc || exit 77
"$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

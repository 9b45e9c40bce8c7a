# Six gigabytes of address space: no room for a map of everything.
#: prints 10000
ulimit -v 6000000 || { echo "ulimit -v refused"; exit 77; }
"$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

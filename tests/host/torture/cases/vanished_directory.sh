# The working directory is gone before the program starts.
#: prints 10000
#: says
#: ledger none
mkdir gone && cd gone && rmdir ../gone || exit 1
"$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

# A file stands where the ledger should be: it stays as it is.
#: prints 10000
#: prints precious
#: may say
#: ledger none
echo precious > taken
REFTALLY_OUTPUT=taken \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'
cat taken

# A link stands where the ledger should be: it is not followed.
#: prints 10000
#: prints precious
#: may say
#: ledger none
echo precious > victim
ln -s victim trap.ledger
REFTALLY_OUTPUT=trap.ledger \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'
cat victim

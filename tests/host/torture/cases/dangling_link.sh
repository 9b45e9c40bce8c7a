# A link to nothing stands where the ledger should be: nothing is created.
#: prints 10000
#: prints no victim
#: may say
#: ledger none
ln -s victim trap.ledger
REFTALLY_OUTPUT=trap.ledger \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'
[ -e victim ] || echo "no victim"

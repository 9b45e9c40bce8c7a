"""No setting at all: a ledger and a report stand in the directory."""
#: defaults
#: prints 10000
#: leaves reftally.*.ledger
#: leaves reftally.*.txt
print(len([[i] for i in range(10000)]))

# No home, no cache directory, no path, no locale.
#: prints 10000
env -i ${LD_PRELOAD:+LD_PRELOAD="$LD_PRELOAD"} REFTALLY_REPORT=none \
    REFTALLY_OUTPUT=run.%p.ledger \
    "$PYTHON" -S -c 'print(len([[i] for i in range(10000)]))'

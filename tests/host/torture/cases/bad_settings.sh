# Settings that make no sense: one line, the default, a program unharmed.
#: prints stack
#: prints memory
#: prints depth
run() {
    "$PYTHON" -S -c "print('$1')" 2>errors
    [ "$(wc -l < errors)" -eq 1 ] && grep -q "^reftally: .*$2.*$3" errors ||
        cat errors >&2
}
if [ -z "$LD_PRELOAD" ]; then
    run() { "$PYTHON" -S -c "print('$1')"; }
fi
REFTALLY_STACK=sideways run stack REFTALLY_STACK sideways
REFTALLY_MEMORY=lots run memory REFTALLY_MEMORY lots
REFTALLY_NATIVE_DEPTH=-1 run depth REFTALLY_NATIVE_DEPTH -1

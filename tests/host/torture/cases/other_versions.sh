# Interpreters that are not supported run without: one sentence, no harm.
#: prints unharmed
#: may say
#: ledger any
found=
for python in python3.6 python3.7 python3.8 python3.13t python3.14t \
    "$HOME"/.pyenv/versions/3.[678].*/bin/python3; do
    env -u LD_PRELOAD "$python" -S -c '' 2>/dev/null || continue
    found=yes
    "$python" -S -c 'import sys; sys.exit(len([[i] for i in range(99)]))' \
        2>errors
    status=$?
    [ $status = 99 ] || echo "$python: status $status"
    if [ -n "$LD_PRELOAD" ]; then
        [ "$(grep -c '^reftally: ' errors)" = 1 ] ||
            echo "$python: $(wc -l < errors) lines: $(head -n 3 errors)"
    fi
    grep -v '^reftally: ' errors >&2
done
[ -n "$found" ] || { echo "no other interpreter found"; exit 77; }
echo unharmed

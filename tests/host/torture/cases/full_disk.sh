# The disk is full, from the start and in the middle.
#: prints 100000
#: prints 100000
#: may say
#: ledger any
[ "$(id -u)" = 0 ] || { echo "needs root, for a small tmpfs"; exit 77; }
unshare -m true 2>/dev/null || { echo "unshare -m refused"; exit 77; }
for size in 32k 2m; do
    SIZE=$size unshare -m sh -c '
        mkdir -p small && mount -t tmpfs -o size=$SIZE tmpfs small || exit 77
        cd small || exit 77
        "$PYTHON" -S -c "print(len([[i] for i in range(100000)]))"
        ' 2>>errors || { echo "status $?"; cat errors >&2; exit 77; }
done
# One line each time at most, and nothing else.
lines=$(wc -l < errors)
if [ "$lines" -gt 2 ]; then cat errors; else head -n 1 errors >&2; fi

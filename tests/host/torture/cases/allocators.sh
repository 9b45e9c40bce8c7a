# Other allocators: the C library's, and the one that fills freed memory.
#: prints malloc 20000
#: prints debug 20000
#: prints pymalloc_debug 20000
#: prints dev 20000
program='
import sys
kept = [(str(i), b"%d" % i, [i]) for i in range(20000)]
text = ""
for i in range(2000):
    text += str(i)
print(sys.argv[1], len(kept))'
for name in malloc debug pymalloc_debug; do
    PYTHONMALLOC=$name "$PYTHON" -S -c "$program" $name
done
"$PYTHON" -S -X dev -c "$program" dev

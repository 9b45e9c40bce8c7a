# Plans that are damaged, cut short or somebody else's are never applied.
#: prints 10000
#: prints 10000
#: prints 10000
#: prints 10000
count() {
    REFTALLY_CACHE=$PWD/plans "$PYTHON" -S -c \
        'print(len([[i] for i in range(10000)]))'
}
mkdir plans
count
for file in $(find plans -type f); do
    size=$(wc -c < "$file")
    dd if=/dev/urandom of="$file" bs=1 seek=$((size / 2)) count=64 \
        conv=notrunc 2>/dev/null
done
count
for file in $(find plans -type f); do
    size=$(wc -c < "$file")
    head -c $((size / 3)) "$file" > short && cat short > "$file"
done
count
for file in $(find plans -type f); do
    : > "$file"
done
count

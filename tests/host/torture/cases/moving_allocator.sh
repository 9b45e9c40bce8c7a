# An allocator that moves what becomes smaller, and wipes the first word of what
# is free: the interpreter's own realloc may be inlined, and nobody sees it.
#: prints 40
cat >moves.c <<'END'
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
enum { LARGE = 4096 };
void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);
static void *spare; /* the last one that was left */
void *
malloc(size_t size)
{
    void *block = spare;
    if (size > LARGE && block != NULL && malloc_usable_size(block) >= size) {
        spare = NULL;
        return block;
    }
    return __libc_malloc(size);
}
void *
realloc(void *from, size_t size)
{
    size_t had = from == NULL ? 0 : malloc_usable_size(from);
    void *to;
    if (had <= LARGE || size >= had / 2) {
        return __libc_realloc(from, size);
    }
    to = memcpy(__libc_malloc(size), from, size);
    free(spare);
    spare = from;
    *(void **)from = NULL;
    return to;
}
END
cc -O1 -fno-builtin -shared -fPIC -o moves.so moves.c ||
    { echo "cannot compile"; exit 77; }
LD_PRELOAD="$PWD/moves.so${LD_PRELOAD:+:$LD_PRELOAD}" exec "$PYTHON" -S -c '
import os
kept = []
with open(os.devnull, "w") as null:
    for i in range(20):
        read, write = os.pipe()
        os.write(write, b"x" * 700)
        os.close(write)
        with open(read) as file:
            kept.append(file.read(10))  # 8192 bytes, of which 700 stay
        kept.append(compile("a = %d" % i, "made", "exec"))
print(len(kept))'

# A library that replaces libc's functions, as libfaketime does, and looks them
# up when it is loaded: before the other one, and behind it. It uses vector
# registers, and needs an aligned stack for that.
#: prints 30000
#: prints 30000
cat >others.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#define REPLACED(name)                                             \
    static intptr_t (*real_##name)(intptr_t, intptr_t, intptr_t,   \
                                   intptr_t, intptr_t, intptr_t);  \
    intptr_t name(intptr_t a, intptr_t b, intptr_t c, intptr_t d,  \
                  intptr_t e, intptr_t f)                          \
    {                                                              \
        wipe();                                                    \
        if (real_##name == NULL)                                   \
            real_##name = dlsym(RTLD_NEXT, #name);                 \
        return real_##name(a, b, c, d, e, f);                      \
    }
static void
wipe(void)
{
    char room[32] __attribute__((aligned(16)));
    __asm__ volatile("pcmpeqd %%xmm0, %%xmm0; movaps %%xmm0, %0;"
                     "movaps %%xmm0, %%xmm1; movaps %%xmm0, %%xmm2;"
                     "movaps %%xmm0, %%xmm3; movaps %%xmm0, %%xmm4;"
                     "movaps %%xmm0, %%xmm5; movaps %%xmm0, %%xmm6;"
                     "movaps %%xmm0, %%xmm7; movaps %%xmm0, %%xmm8;"
                     : "=m"(room) : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                     "xmm5", "xmm6", "xmm7", "xmm8");
}
REPLACED(fstat) REPLACED(stat) REPLACED(clock_gettime) REPLACED(getpid)
REPLACED(madvise) REPLACED(mincore) REPLACED(mprotect) REPLACED(munlock)
REPLACED(access) REPLACED(readlink) REPLACED(unlink) REPLACED(renameat)
REPLACED(pthread_sigmask) REPLACED(open) REPLACED(openat) REPLACED(close)
REPLACED(read) REPLACED(write) REPLACED(pread) REPLACED(pwrite)
REPLACED(fallocate) REPLACED(mmap) REPLACED(munmap) REPLACED(nanosleep)
__attribute__((constructor)) static void
look_up(void)
{
    dlsym(RTLD_NEXT, "fstat");
}
END
cc -O1 -w -fno-builtin -shared -fPIC -o others.so others.c -ldl ||
    { echo "cannot compile"; exit 77; }
library=$LD_PRELOAD
for both in "$PWD/others.so $library" "$library $PWD/others.so"; do
    LD_PRELOAD=$both "$PYTHON" -S -c '
import json
kept = [[i] for i in range(20000)]
kept += [float(i) / 3 for i in range(10000)]
assert sum(kept[20000:]) == sum(i / 3 for i in range(10000))
json.dumps([[1.5] * 100] * 10)
print(len(kept))'
done

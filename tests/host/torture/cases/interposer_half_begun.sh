# A library that looks up what it replaces with the first malloc, as
# AddressSanitizer does: until it has done so, its snprintf and its dlclose call
# nothing. That malloc is the other library's, or one of a third that is
# initialized first.
#: prints 30000
#: prints 30000
#: prints 30000
#: prints 30000
cat >late.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
void *__libc_malloc(size_t size);
static int (*real_print)(char *, size_t, const char *, va_list);
static int (*real_check)(char *, size_t, int, size_t, const char *, va_list);
static int (*real_close)(void *);
static int begun;
void *
malloc(size_t size)
{
    if (!begun) {
        begun = 1;
        dlsym(RTLD_NEXT, "mmap");
        real_print = dlsym(RTLD_NEXT, "vsnprintf");
        real_check = dlsym(RTLD_NEXT, "__vsnprintf_chk");
        real_close = dlsym(RTLD_NEXT, "dlclose");
    }
    return __libc_malloc(size);
}
int
vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    return real_print(text, size, format, arguments);
}
int
__vsnprintf_chk(char *text, size_t size, int flag, size_t room,
                const char *format, va_list arguments)
{
    return real_check(text, size, flag, room, format, arguments);
}
int
dlclose(void *handle)
{
    return real_close(handle);
}
END
cat >first.c <<'END'
#include <stdlib.h>
void *volatile kept;
__attribute__((constructor)) static void
take(void)
{
    kept = malloc(40);
}
END
cc -O1 -w -fno-builtin -shared -fPIC -o late.so late.c -ldl &&
    cc -O1 -shared -fPIC -o first.so first.c ||
    { echo "cannot compile"; exit 77; }
library=$LD_PRELOAD
for all in "$PWD/late.so $library" "$PWD/late.so $library $PWD/first.so" \
    "$library $PWD/late.so" "$library $PWD/late.so $PWD/first.so"; do
    LD_PRELOAD=$all "$PYTHON" -S -c 'print(len([[i] for i in range(30000)]))'
done

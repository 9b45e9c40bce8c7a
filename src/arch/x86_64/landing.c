#include "arch/landing.h"

#include <string.h>

static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

static bool
starts_with(const uint8_t *bytes, size_t size, const uint8_t *what,
            size_t what_size)
{
    return size >= what_size && memcmp(bytes, what, what_size) == 0;
}

size_t
landing_bytes(const uint8_t *bytes, size_t size)
{
    return starts_with(bytes, size, endbr64, sizeof endbr64) ? sizeof endbr64
                                                             : 0;
}

bool
landing_keeps_frame(const uint8_t *bytes, size_t size)
{
    /* push %rbp; mov %rsp,%rbp */
    static const uint8_t prologue[] = { 0x55, 0x48, 0x89, 0xe5 };
    size_t landing = landing_bytes(bytes, size);

    return starts_with(bytes + landing, size - landing, prologue,
                       sizeof prologue);
}

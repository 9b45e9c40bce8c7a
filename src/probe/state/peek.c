#include "probe/state/peek.h"

#include "cpython/memory.h"
#include "probe/state/recorder.h"

bool
peek64(uint64_t address, uint64_t *word)
{
    enum { PROCESS_VM_READV = 310, REFUSED = -1, UNKNOWN_CALL = -38 };
    uint64_t to[2] = { (uint64_t)(uintptr_t)word, sizeof *word };
    uint64_t from[2] = { address, sizeof *word };
    register uint64_t *remote __asm__("r10") = from;
    register uint64_t remote_count __asm__("r8") = 1;
    register uint64_t no_flags __asm__("r9") = 0;
    int64_t result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(PROCESS_VM_READV), "D"(recorder.pid), "S"(to),
                       "d"(UINT64_C(1)), "r"(remote), "r"(remote_count),
                       "r"(no_flags)
                     : "rcx", "r11", "memory");
    if (result == REFUSED || result == UNKNOWN_CALL) {
        *word = load64(address);
        return true;
    }
    return result == sizeof *word;
}

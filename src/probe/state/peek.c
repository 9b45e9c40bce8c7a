#include "probe/state/peek.h"

#include "base/system.h"
#include "cpython/memory.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { RANGES_MAX = 512 };

/* What the kernel answers. */
enum answer { ANSWER_THERE, ANSWER_NOT_THERE, ANSWER_REFUSED };

static struct range {
    uint64_t start, end;
    bool interpreter;
} ranges[RANGES_MAX];
static uint32_t range_count;

void
peek_learn(uint64_t start, uint64_t end, bool interpreter)
{
    if (range_count < RANGES_MAX) {
        ranges[range_count++] = (struct range){ start, end, interpreter };
    }
}

static const struct range *
range_around(uint64_t address)
{
    for (uint32_t i = 0; i < range_count; i++) {
        if (address >= ranges[i].start && address < ranges[i].end &&
            ranges[i].end - address >= sizeof(uint64_t)) {
            return &ranges[i];
        }
    }
    return NULL;
}

static enum answer
read_directly(uint64_t address, uint64_t *word)
{
    struct iovec to = { word, sizeof *word };
    struct iovec from = { (void *)(uintptr_t)address, sizeof *word };
    int64_t result = SYSTEM(SYS_process_vm_readv, recorder.pid,
                            SYSTEM_ADDRESS(&to), 1, SYSTEM_ADDRESS(&from), 1);

    return result == sizeof *word ? ANSWER_THERE
           : result == -EFAULT    ? ANSWER_NOT_THERE
                                  : ANSWER_REFUSED;
}

static enum answer
read_by_file(uint64_t address, uint64_t *word)
{
    static const char name[] = "/proc/self/mem";
    int64_t fd = SYSTEM(SYS_open, SYSTEM_ADDRESS(name), O_RDONLY | O_CLOEXEC),
            result;

    if (fd < 0) {
        return ANSWER_REFUSED;
    }
    result = SYSTEM(SYS_pread64, (uint64_t)fd, SYSTEM_ADDRESS(word),
                    sizeof *word, address);
    SYSTEM(SYS_close, (uint64_t)fd);
    return result == sizeof *word ? ANSWER_THERE
           : result == -EIO       ? ANSWER_NOT_THERE
                                  : ANSWER_REFUSED;
}

bool
peek64(uint64_t address, uint64_t *word)
{
    const struct range *range = range_around(address);
    enum answer answer = ANSWER_REFUSED;

    if ((range == NULL || !range->interpreter) && !system_is_sealed()) {
        answer = read_directly(address, word);
        if (answer == ANSWER_REFUSED) {
            answer = read_by_file(address, word);
        }
    }
    if (answer == ANSWER_REFUSED && range != NULL) {
        *word = load64(address);
        answer = ANSWER_THERE;
    }
    return answer == ANSWER_THERE;
}

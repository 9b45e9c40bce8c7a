/*
 * planted - which of many planted bugs is active?
 *
 * Linked into the build that proves them. The file named by
 * REFTALLY_PLANTED is shared with the process that measures: its first number
 * is the active bug, the others count how often each was reached.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

static volatile int *state;

__attribute__((constructor)) static void
map_state(void)
{
    const char *path = getenv("REFTALLY_PLANTED");
    int fd = path ? open(path, O_RDWR) : -1;
    struct stat status;
    void *mapped;

    if (fd >= 0 && fstat(fd, &status) == 0) {
        mapped = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                      fd, 0);
        state = mapped == MAP_FAILED ? NULL : mapped;
    }
}

int
reftally_planted(int number)
{
    if (!state) {
        return 0;
    }
    state[number]++;
    return state[0] == number;
}

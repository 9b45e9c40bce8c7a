#include "cli/files/library.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/text/memory.h"

#ifndef REFTALLY_LIBRARY_DIR
#define REFTALLY_LIBRARY_DIR "/usr/lib/reftally"
#endif

/* Position-independent programs are shared objects that name their loader. */
static bool
names_loader(int fd, const Elf64_Ehdr *header)
{
    Elf64_Phdr segment;

    for (int i = 0; i < header->e_phnum; i++) {
        off_t at = (off_t)header->e_phoff + i * (off_t)sizeof segment;

        if (pread(fd, &segment, sizeof segment, at) != sizeof segment) {
            return false;
        }
        if (segment.p_type == PT_INTERP) {
            return true;
        }
    }
    return false;
}

/* The loader itself would only say that it ignores what is wrong. */
static bool
is_shared_object(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    Elf64_Ehdr header;
    bool is;

    if (fd < 0) {
        return false;
    }
    is = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
         pread(fd, &header, sizeof header, 0) == sizeof header &&
         memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_type == ET_DYN && !names_loader(fd, &header);
    close(fd);
    return is;
}

static char *
check_given(const char *given, struct error *error)
{
    char *path = realpath(given, NULL);

    if (path == NULL || access(path, R_OK) != 0) {
        error_set(error, "REFTALLY_LIBRARY names %s, which cannot be read: %s",
                  given, strerror(errno));
    }
    else if (!is_shared_object(path)) {
        error_set(error, "REFTALLY_LIBRARY names %s, which is no library",
                  given);
    }
    else {
        return path;
    }
    free(path);
    return NULL;
}

static char *
find_beside_command(void)
{
    static const char *const places[] = {
        "/libreftally.so",
        "/.libs/libreftally.so",
        "/../lib/reftally/libreftally.so",
    };
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    self[length > 0 ? length : 0] = '\0';
    if (strrchr(self, '/') != NULL) {
        *strrchr(self, '/') = '\0';
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char *path = memory_format("%s%s", self, places[i]);

        if (access(path, R_OK) == 0) {
            return path;
        }
        free(path);
    }
    return access(REFTALLY_LIBRARY_DIR "/libreftally.so", R_OK) == 0
               ? memory_text(REFTALLY_LIBRARY_DIR "/libreftally.so")
               : NULL;
}

char *
library_find(struct error *error)
{
    const char *given = getenv("REFTALLY_LIBRARY");
    bool is_given = given != NULL && given[0] != '\0';
    char *path = is_given ? check_given(given, error) : find_beside_command();

    if (path == NULL && !is_given) {
        error_set(error,
                  "libreftally.so is neither beside this command nor "
                  "in " REFTALLY_LIBRARY_DIR "; REFTALLY_LIBRARY may name it");
    }
    if (path != NULL && strpbrk(path, ": ") != NULL) {
        error_set(error,
                  "LD_PRELOAD cannot name %s: there is a colon or a space "
                  "in it",
                  path);
        free(path);
        path = NULL;
    }
    return path;
}

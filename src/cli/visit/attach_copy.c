#include "cli/visit/attach_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <reftally/attach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files/library.h"
#include "report/text/memory.h"

#define FOLDER_NAME "reftally-attach-"
#define LIBRARY_NAME "libreftally.so"

/* ---- the file ---- */

/* Where the file has a symbol's bytes; 0: it does not define it. */
static uint64_t
symbol_offset(Elf *elf, const char *name)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header, home;
    GElf_Sym symbol;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        Elf_Data *data;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_DYNSYM ||
            (data = elf_getdata(section, NULL)) == NULL) {
            continue;
        }
        for (int i = 0; gelf_getsym(data, i, &symbol) != NULL; i++) {
            const char *own = elf_strptr(elf, header.sh_link, symbol.st_name);

            if (own != NULL && strcmp(own, name) == 0 &&
                gelf_getshdr(elf_getscn(elf, symbol.st_shndx), &home) != NULL) {
                return symbol.st_value - home.sh_addr + home.sh_offset;
            }
        }
    }
    return 0;
}

/* A copy that has done its work may go; the library itself never does. */
static void
allow_unloading(Elf *elf, char *bytes)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    GElf_Dyn entry;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        Elf_Data *data;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_DYNAMIC ||
            (data = elf_getdata(section, NULL)) == NULL) {
            continue;
        }
        for (int i = 0; gelf_getdyn(data, i, &entry) != NULL; i++) {
            if (entry.d_tag == DT_FLAGS_1) {
                Elf64_Dyn *at = (void *)(bytes + header.sh_offset);

                at[i].d_un.d_val &= ~(uint64_t)DF_1_NODELETE;
            }
        }
    }
}

static size_t
join(char *out, char *const *settings, size_t count)
{
    size_t used = 0;

    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(settings[i]) + 1;

        if (length > REFTALLY_SETTINGS_BYTES - 1 - used) {
            return 0;
        }
        memcpy(out + used, settings[i], length);
        used += length;
    }
    return used;
}

/* All of the file, to be freed; NULL with errno. */
static char *
read_whole(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    char *bytes = NULL;
    size_t done = 0;

    if (fd >= 0 && fstat(fd, &status) == 0) {
        *size = (size_t)status.st_size;
        bytes = memory_zeroed(*size + 1, 1);
        while (done < *size) {
            ssize_t got = read(fd, bytes + done, *size - done);

            if (got <= 0) {
                free(bytes);
                bytes = NULL;
                break;
            }
            done += (size_t)got;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return bytes;
}

/* The library with settings; to be freed. */
static char *
make_bytes(char *const *settings, size_t count, size_t *size,
           struct error *error)
{
    char all[REFTALLY_SETTINGS_BYTES] = "";
    char *path = library_find(error), *bytes;
    uint64_t offset = 0;
    Elf *elf;

    if (path == NULL) {
        return NULL;
    }
    bytes = read_whole(path, size);
    elf_version(EV_CURRENT);
    elf = bytes == NULL ? NULL : elf_memory(bytes, *size);
    if (elf != NULL) {
        offset = symbol_offset(elf, REFTALLY_SETTINGS_SYMBOL);
        allow_unloading(elf, bytes);
        elf_end(elf);
    }
    if (offset == 0 || offset + sizeof all > *size ||
        join(all, settings, count) == 0) {
        error_set(error,
                  "%s cannot be attached: it is of another version, or "
                  "the settings are too long",
                  path);
        free(bytes);
        bytes = NULL;
    }
    else {
        memcpy(bytes + offset, all, sizeof all);
    }
    free(path);
    return bytes;
}

/* ---- its place ---- */

static bool
write_library(const char *path, const char *bytes, size_t size, int mode)
{
    int fd =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    size_t done = 0;

    while (fd >= 0 && done < size) {
        ssize_t put = write(fd, bytes + done, size - done);

        if (put <= 0) {
            close(fd);
            return false;
        }
        done += (size_t)put;
    }
    return fd >= 0 && fchmod(fd, (mode_t)mode) == 0 && close(fd) == 0;
}

/* A folder for the owner of the process alone, in its own tree of files. */
static bool
make_folder(struct attach_copy *copy, const struct visit_target *target)
{
    const char *own = getenv("TMPDIR");
    char *pattern = memory_format("%s/" FOLDER_NAME "%d-XXXXXX",
                                  own != NULL && own[0] == '/' ? own : "/tmp",
                                  (int)target->process.pid);
    char *path = process_file(&target->process, pattern);
    bool made =
        mkdtemp(path) != NULL && (geteuid() == target->uid ||
                                  chown(path, target->uid, target->gid) == 0);

    if (made) {
        copy->folder = memory_text(path + strlen(path) - strlen(pattern));
        copy->library = memory_format("%s/" LIBRARY_NAME, copy->folder);
    }
    free(pattern);
    free(path);
    return made;
}

bool
attach_copy_make(struct attach_copy *copy, const struct visit_target *target,
                 char *const *settings, size_t count, struct error *error)
{
    size_t size = 0;
    char *bytes = make_bytes(settings, count, &size, error), *path;
    bool made;

    memset(copy, 0, sizeof *copy);
    if (bytes == NULL) {
        return false;
    }
    made = make_folder(copy, target);
    if (made) {
        path = process_file(&target->process, copy->library);
        made = write_library(path, bytes, size, 0755);
        free(path);
    }
    if (!made) {
        error_set(error, "the library cannot be copied to %s: %s",
                  copy->folder != NULL ? copy->folder : "a temporary folder",
                  strerror(errno));
        attach_copy_remove(copy, target);
        attach_copy_clear(copy);
    }
    free(bytes);
    return made;
}

bool
attach_copy_find(struct attach_copy *copy, const struct visit_target *target)
{
    const struct process *process = &target->process;

    memset(copy, 0, sizeof *copy);
    for (size_t i = 0; i < process->count; i++) {
        const char *path = process->mappings[i].path;
        const char *end = strstr(path, "/" LIBRARY_NAME);

        if (strstr(path, "/" FOLDER_NAME) != NULL && end != NULL &&
            strcmp(end, "/" LIBRARY_NAME) == 0) {
            copy->library = memory_text(path);
            copy->folder = memory_format("%.*s", (int)(end - path), path);
            return true;
        }
    }
    return false;
}

void
attach_copy_remove(const struct attach_copy *copy,
                   const struct visit_target *target)
{
    char *path;

    if (copy->library != NULL) {
        path = process_file(&target->process, copy->library);
        unlink(path);
        free(path);
    }
    if (copy->folder != NULL) {
        path = process_file(&target->process, copy->folder);
        rmdir(path);
        free(path);
    }
}

void
attach_copy_clear(struct attach_copy *copy)
{
    free(copy->folder);
    free(copy->library);
    memset(copy, 0, sizeof *copy);
}

#include "own_file.h"

#include <check.h>
#include <link.h>
#include <stdio.h>
#include <unistd.h>

/* The build-id note of the first object, which is the program. */
static int
look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    struct own_file *own = context;

    (void)size;
    own->bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        const char *end = at + segment->p_memsz;

        while (segment->p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) < end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
            const unsigned char *bytes = (const unsigned char *)at +
                                         sizeof *note +
                                         ((note->n_namesz + 3) & ~3u);

            if (note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= 60) {
                for (unsigned b = 0; b < note->n_descsz; b++) {
                    sprintf(own->build_id_text + 2 * b, "%02x", bytes[b]);
                }
                own->build_id = own->build_id_text;
            }
            at = (const char *)bytes + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

void
own_file_find(struct own_file *own)
{
    ssize_t length;

    *own = (struct own_file){ 0 };
    length = readlink("/proc/self/exe", own->path, sizeof own->path - 1);
    ck_assert_int_gt(length, 0);
    dl_iterate_phdr(look_at, own);
}

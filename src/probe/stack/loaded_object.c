#include "probe/stack/loaded_object.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

enum { PAGE_BYTES = 4096 };

/* struct dl_find_object on x86-64, by the manual of glibc 2.35; older headers
 * do not have it. */
struct found {
    unsigned long long flags;
    void *map_start, *map_end;
    struct link_map *link_map;
    void *eh_frame;
    unsigned long long reserved[7];
};

static int (*ask)(void *address, struct found *found);

void
loaded_object_init(void)
{
    void *found = dlvsym(RTLD_DEFAULT, "_dl_find_object", "GLIBC_2.35");

    memcpy(&ask, &found, sizeof found);
}

struct search {
    uint64_t address;
    struct loaded_object *out;
    bool found;
};

static int
look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    struct search *search = context;
    struct loaded_object here = { UINT64_MAX, 0, 0 };
    bool inside = false;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        uint64_t end = start + segment->p_memsz;

        if (segment->p_type == PT_GNU_EH_FRAME) {
            here.unwind_header = start;
        }
        if (segment->p_type != PT_LOAD) {
            continue;
        }
        start &= ~(uint64_t)(PAGE_BYTES - 1);
        here.start = start < here.start ? start : here.start;
        here.end = end > here.end ? end : here.end;
        inside |= search->address >= start && search->address < end;
    }
    search->found = inside && here.unwind_header != 0;
    if (search->found) {
        *search->out = here;
    }
    return inside;
}

bool
loaded_object_search(uint64_t address, struct loaded_object *out)
{
    struct search search = { .address = address, .out = out };

    dl_iterate_phdr(look_at, &search);
    return search.found;
}

bool
loaded_object_find(uint64_t address, struct loaded_object *out)
{
    struct found found;

    if (ask == NULL) {
        return loaded_object_search(address, out);
    }
    if (ask((void *)(uintptr_t)address, &found) != 0) {
        return false;
    }
    *out = (struct loaded_object){
        (uint64_t)(uintptr_t)found.map_start,
        (uint64_t)(uintptr_t)found.map_end,
        (uint64_t)(uintptr_t)found.eh_frame,
    };
    return true;
}

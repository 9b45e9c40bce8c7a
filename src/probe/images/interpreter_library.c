#include "probe/images/interpreter_library.h"

#include "patch/image.h"

#include <dlfcn.h>

static const char name[] = "Py_GetVersion";

/* Images are listed as they were loaded: these are known to have no Python. */
static struct {
    unsigned count;
    unsigned long long unloads; /* until then */
} looked_at;

struct candidate {
    unsigned next; /* of all images */
    struct image image;
    bool found;
};

static int
visit(struct dl_phdr_info *info, size_t size, void *context)
{
    struct candidate *candidate = context;
    unsigned number = candidate->next++;

    (void)size;
    if (info->dlpi_subs != looked_at.unloads) {
        looked_at.unloads = info->dlpi_subs;
        looked_at.count = 0;
    }
    /* The program itself comes first; what it has, everybody finds. */
    if (number == 0 || number < looked_at.count) {
        return 0;
    }
    looked_at.count = number + 1;
    candidate->found = image_describe(info, &candidate->image) &&
                       image_refers_to_python(&candidate->image);
    return candidate->found;
}

/* The next image that may hold CPython, since the last one. */
static bool
next_candidate(struct candidate *candidate)
{
    candidate->next = 0;
    candidate->found = false;
    dl_iterate_phdr(visit, candidate);
    return candidate->found;
}

static bool
holds_python(const struct image *image, interpreter_lookup *lookup,
             void *handle)
{
    return image_has_code(image, (uint64_t)(uintptr_t)lookup(handle, name));
}

static void
keep_loaded(void *address)
{
    struct link_map *map = NULL;
    Dl_info info;

    if (dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) != 0 &&
        map != NULL && map->l_name[0] != '\0') {
        dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
}

bool
interpreter_library(interpreter_lookup *lookup, void **handle)
{
    static struct candidate candidate;
    void *address = lookup(RTLD_DEFAULT, name);

    *handle = RTLD_DEFAULT;
    while (address == NULL && next_candidate(&candidate)) {
        void *library = dlopen(candidate.image.path, RTLD_LAZY | RTLD_NOLOAD);

        if (library == NULL) {
            continue;
        }
        if (holds_python(&candidate.image, lookup, library)) {
            *handle = library;
            address = lookup(library, name);
        }
        else {
            dlclose(library);
        }
    }
    if (address != NULL) {
        keep_loaded(address);
    }
    return address != NULL;
}

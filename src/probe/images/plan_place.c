#include "probe/images/plan_place.h"

#include "base/note.h"
#include "patch/image.h"

#include <string.h>
#include <sys/stat.h>

enum { DIRECTORY_BYTES = 2048 };

static const char *
environment_value(char *const *environment, const char *name)
{
    size_t length = strlen(name);

    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, name, length) == 0 &&
            (*environment)[length] == '=' &&
            (*environment)[length + 1] != '\0') {
            return *environment + length + 1;
        }
    }
    return NULL;
}

static void
choose_directory(char *const *environment, const char *setting,
                 struct plan_cache *cache)
{
    static char directory[DIRECTORY_BYTES];
    const char *base = environment_value(environment, "XDG_CACHE_HOME");
    const char *home = environment_value(environment, "HOME");
    size_t length = 0;

    if (strcmp(setting, "none") == 0) {
        return;
    }
    if (setting[0] != '\0') {
        length = note_format(directory, DIRECTORY_BYTES, "%s", setting);
    }
    else if (base != NULL && base[0] == '/') {
        mkdir(base, 0700);
        length = note_format(directory, DIRECTORY_BYTES, "%s/reftally", base);
    }
    else if (home != NULL && home[0] == '/') {
        note_format(directory, DIRECTORY_BYTES, "%s/.cache", home);
        mkdir(directory, 0700);
        length =
            note_format(directory, DIRECTORY_BYTES, "%s/.cache/reftally", home);
    }
    if (length == 0 || length >= DIRECTORY_BYTES) {
        return;
    }
    mkdir(directory, 0700); /* there already, or no cache */
    cache->directory = directory;
}

/* Plans of another build of the library are of no use. */
static int
find_own_image(struct dl_phdr_info *info, size_t size, void *context)
{
    static struct image image;
    struct plan_cache *cache = context;

    (void)size;
    if (image_describe(info, &image) &&
        image_has_code(&image, (uint64_t)(uintptr_t)find_own_image)) {
        memcpy(cache->writer, image.build_id, image.build_id_bytes);
        cache->writer_bytes = image.build_id_bytes;
        return 1;
    }
    return 0;
}

void
plan_place_find(char *const *environment, const char *setting,
                struct plan_cache *cache)
{
    choose_directory(environment, setting, cache);
    dl_iterate_phdr(find_own_image, cache);
}

#include "probe/images/plan_place.h"

#include "base/note.h"
#include "patch/image.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool
is_own_directory(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid();
}

/*
 * Makes the directory if it is not there, but only where its parent is our own:
 * root with the HOME of somebody else would take a folder from them.
 */
static bool
make_own(const char *directory)
{
    char parent[DIRECTORY_BYTES];
    char *slash;

    if (is_own_directory(directory)) {
        return true;
    }
    note_format(parent, sizeof parent, "%s", directory);
    slash = strrchr(parent, '/');
    slash[slash == parent] = '\0'; /* that of "/name" is "/" */
    return is_own_directory(parent) && mkdir(directory, 0700) == 0;
}

/* Below ~/.cache, or what the user wants instead. NULL: done; else why not. */
static const char *
choose_default(char *const *environment, char directory[DIRECTORY_BYTES])
{
    const char *base = environment_value(environment, "XDG_CACHE_HOME");
    const char *home = environment_value(environment, "HOME");
    char parent[DIRECTORY_BYTES];

    if (base != NULL && base[0] == '/') {
        note_format(parent, DIRECTORY_BYTES, "%s", base);
    }
    else if (home != NULL && home[0] == '/') {
        note_format(parent, DIRECTORY_BYTES, "%s/.cache", home);
    }
    else {
        return "neither HOME nor XDG_CACHE_HOME says where";
    }
    if (note_format(directory, DIRECTORY_BYTES, "%s/reftally", parent) >=
        DIRECTORY_BYTES) {
        return "the name of the folder is too long";
    }
    make_own(parent);
    return make_own(directory)
               ? NULL
               : "the folder is somebody else's, or cannot be made";
}

static void
choose_directory(char *const *environment, const char *setting,
                 struct plan_cache *cache)
{
    static char directory[DIRECTORY_BYTES];

    if (strcmp(setting, "none") == 0) {
        cache->missing = "REFTALLY_CACHE says so";
        return;
    }
    if (setting[0] == '\0') {
        cache->missing = choose_default(environment, directory);
    }
    else if (note_format(directory, DIRECTORY_BYTES, "%s", setting) >=
             DIRECTORY_BYTES) {
        cache->missing = "the name of the folder is too long";
    }
    else {
        mkdir(directory, 0700); /* there already, or no cache */
        cache->missing = is_own_directory(directory)
                             ? NULL
                             : "the folder is somebody else's, or not there";
    }
    cache->directory = cache->missing == NULL ? directory : NULL;
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

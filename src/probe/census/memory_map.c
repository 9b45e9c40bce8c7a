#include "probe/census/memory_map.h"

#include "base/mapping.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { RANGES_MAX = 64 * 1024, TEXT_BYTES = 64 * 1024 };

static const size_t map_bytes =
    RANGES_MAX * sizeof(struct memory_range) + TEXT_BYTES;

static const char *
read_hex(const char *at, uint64_t *value)
{
    *value = 0;
    for (;; at++) {
        if (*at >= '0' && *at <= '9') {
            *value = *value * 16 + (uint64_t)(*at - '0');
        }
        else if (*at >= 'a' && *at <= 'f') {
            *value = *value * 16 + (uint64_t)(*at - 'a') + 10;
        }
        else {
            return at;
        }
    }
}

/* "start-end rwxp offset device inode   name" */
static void
add_line(struct memory_map *map, const char *line)
{
    struct memory_range range = { 0 };
    uint64_t skipped;
    const char *at = read_hex(line, &range.start);

    at = read_hex(at + 1, &range.end);
    if (at[0] != ' ' || at[1] != 'r' || map->count == RANGES_MAX) {
        return;
    }
    range.writable = at[2] == 'w' && at[4] == 'p';
    at = read_hex(at + 6, &skipped);
    at = strchr(at + 1, ' ');
    range.file = at != NULL && at[1] != '0';
    range.stack = strstr(line, "[stack]") != NULL;
    range.heap = strstr(line, "[heap]") != NULL;
    map->ranges[map->count++] = range;
}

static bool
read_lines(struct memory_map *map, char *text)
{
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    ssize_t got;

    map->count = 0;
    while (fd >= 0 &&
           (got = read(fd, text + have, TEXT_BYTES - 1 - have)) > 0) {
        char *line = text, *end;

        have += (size_t)got;
        text[have] = '\0';
        while ((end = memchr(line, '\n', have - (size_t)(line - text))) !=
               NULL) {
            *end = '\0';
            add_line(map, line);
            line = end + 1;
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
    }
    if (fd >= 0) {
        close(fd);
    }
    return map->count > 0;
}

bool
memory_map_read(struct memory_map *map)
{
    void *memory = mapping_zeroed(map_bytes);

    *map = (struct memory_map){ 0 };
    if (memory == NULL) {
        return false;
    }
    map->memory = memory;
    map->ranges = memory;
    if (read_lines(map,
                   (char *)memory + RANGES_MAX * sizeof(struct memory_range))) {
        return true;
    }
    memory_map_release(map);
    return false;
}

void
memory_map_release(struct memory_map *map)
{
    mapping_return(map->memory, map_bytes);
    *map = (struct memory_map){ 0 };
}

bool
memory_map_holds(const struct memory_map *map, uint64_t address, uint64_t bytes)
{
    size_t low = 0, high = map->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (map->ranges[middle].end <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    if (low == map->count || map->ranges[low].start > address) {
        return false;
    }
    while (address + bytes > map->ranges[low].end) {
        if (low + 1 == map->count ||
            map->ranges[low + 1].start != map->ranges[low].end) {
            return false;
        }
        low++;
    }
    return true;
}

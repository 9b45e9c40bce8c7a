#include "report/symbols/image_data.h"

#include <string.h>

struct image_data
image_data_of(struct image_file *file)
{
    struct image_data data = { .file = file };

    data.count = image_file_pointers(file, &data.pointers);
    return data;
}

uint64_t
image_data_target(const struct image_data *data, uint64_t at)
{
    const struct image_pointer *found =
        relocations_pointer_at(data->pointers, data->count, at);

    return found != NULL ? found->to : 0;
}

uint64_t
image_data_function(const struct image_data *data, uint64_t at)
{
    uint64_t to = image_data_target(data, at);

    return to != 0 && image_file_function_start(data->file, to) == to ? to : 0;
}

/* The bytes from there on, and how many; NULL: none. */
static const uint8_t *
bytes_at(const struct image_data *data, uint64_t at, size_t *count)
{
    uint64_t start;
    size_t size;
    const uint8_t *bytes = image_file_segment(data->file, at, &start, &size);

    if (bytes == NULL) {
        return NULL;
    }
    *count = size - (at - start);
    return bytes + (at - start);
}

uint64_t
image_data_word(const struct image_data *data, uint64_t at)
{
    uint64_t value = 0;
    size_t count;
    const uint8_t *bytes = bytes_at(data, at, &count);

    if (bytes != NULL && count >= sizeof value) {
        memcpy(&value, bytes, sizeof value);
    }
    return value;
}

int32_t
image_data_number(const struct image_data *data, uint64_t at)
{
    return (int32_t)image_data_word(data, at);
}

const char *
image_data_text(const struct image_data *data, uint64_t at)
{
    size_t count;
    const uint8_t *bytes = at != 0 ? bytes_at(data, at, &count) : NULL;

    return bytes != NULL && memchr(bytes, 0, count) != NULL
               ? (const char *)bytes
               : NULL;
}

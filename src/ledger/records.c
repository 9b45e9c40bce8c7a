#include "ledger/records.h"

#include <stdbool.h>
#include <stddef.h>

const struct record_layout *
record_layout_find(uint32_t table)
{
    for (uint32_t i = 0; i < record_layout_count; i++) {
        if (record_layouts[i].table == table) {
            return &record_layouts[i];
        }
    }
    return NULL;
}

static bool
same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const struct record_layout *
record_layout_find_name(const char *name)
{
    if (same_text(name, record_layout_header.name)) {
        return &record_layout_header;
    }
    for (uint32_t i = 0; i < record_layout_count; i++) {
        if (same_text(name, record_layouts[i].name)) {
            return &record_layouts[i];
        }
    }
    return NULL;
}

uint64_t
field_read(const struct field *field, const void *record, uint32_t element)
{
    const uint8_t *at = (const uint8_t *)record + field->offset +
                        (uint64_t)element * field->size;

    switch (field->size) {
    case 1:
        return *at;
    case 4:
        if (field->kind == FIELD_SIGNED) {
            return (uint64_t)(int64_t) * (const int32_t *)at;
        }
        return *(const uint32_t *)at;
    default:
        return *(const uint64_t *)at;
    }
}

void
field_write(const struct field *field, void *record, uint32_t element,
            uint64_t value)
{
    uint8_t *at =
        (uint8_t *)record + field->offset + (uint64_t)element * field->size;

    switch (field->size) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 4:
        *(uint32_t *)at = (uint32_t)value;
        break;
    default:
        *(uint64_t *)at = value;
        break;
    }
}

#include "cpython/python_text.h"

#include "cpython/memory.h"

/* Bytes of the character as UTF-8, written only if they fit. */
static size_t
write_character(uint32_t character, char *out, size_t room)
{
    if ((character >= 0xd800 && character < 0xe000) || character > 0x10ffff) {
        character = 0xfffd;
    }
    size_t bytes = character < 0x80      ? 1
                   : character < 0x800   ? 2
                   : character < 0x10000 ? 3
                                         : 4;
    if (bytes > room) {
        return 0;
    }
    if (bytes == 1) {
        out[0] = (char)character;
        return 1;
    }
    for (size_t i = bytes - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    out[0] = (char)((0xf0 << (4 - bytes)) | character);
    return bytes;
}

static uint32_t
load_character(uint64_t data, unsigned kind, uint64_t index)
{
    switch (kind) {
    case 1:
        return load8(data + index);
    case 2:
        return load16(data + index * 2);
    default:
        return load32(data + index * 4);
    }
}

/* Where its characters are; false: it is no str, or not ready. */
struct characters {
    uint64_t data, length;
    unsigned kind; /* bytes of each */
    bool ascii;
};

static bool
find_characters(const struct python_layout *layout, uint64_t object,
                struct characters *found)
{
    const struct text_layout *text = &layout->text;
    uint64_t type = object == 0 ? 0 : load64(object + layout->object.type);
    uint32_t state;
    bool compact;

    if (type == 0 ||
        !(load64(type + layout->type.flags) & layout->type.flag_is_str)) {
        return false;
    }
    state = load32(object + text->state);
    compact = (state >> text->compact_shift) & 1;
    found->kind = (state >> text->kind_shift) & 7;
    found->ascii = compact && ((state >> text->ascii_shift) & 1);
    found->length = load64(object + text->length);
    found->data = !compact       ? load64(object + text->legacy_data)
                  : found->ascii ? object + text->ascii_data
                                 : object + text->compact_data;
    return (!text->has_ready || ((state >> text->ready_shift) & 1)) &&
           (found->kind == 1 || found->kind == 2 || found->kind == 4) &&
           found->data != 0;
}

size_t
python_text(const struct python_layout *layout, uint64_t object, char *out,
            size_t size)
{
    struct characters found;
    size_t used = 0;

    if (size == 0) {
        return 0;
    }
    out[0] = '\0';
    if (!find_characters(layout, object, &found)) {
        return 0;
    }
    for (uint64_t i = 0; i < found.length; i++) {
        size_t bytes =
            write_character(load_character(found.data, found.kind, i),
                            out + used, size - 1 - used);
        if (bytes == 0) {
            break;
        }
        used += bytes;
    }
    out[used] = '\0';
    return used;
}

bool
python_text_is(const struct python_layout *layout, uint64_t object,
               const char *text, size_t length)
{
    struct characters found;

    if (!find_characters(layout, object, &found) || !found.ascii ||
        found.length != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (load8(found.data + i) != (uint8_t)text[i]) {
            return false;
        }
    }
    return true;
}

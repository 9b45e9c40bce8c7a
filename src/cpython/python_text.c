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

size_t
python_text(const struct python_layout *layout, uint64_t object, char *out,
            size_t size)
{
    const struct text_layout *text = &layout->text;

    if (size == 0) {
        return 0;
    }
    out[0] = '\0';
    if (object == 0) {
        return 0;
    }
    uint64_t type = load64(object + layout->object.type);
    if (type == 0 ||
        !(load64(type + layout->type.flags) & layout->type.flag_is_str)) {
        return 0;
    }
    uint32_t state = load32(object + text->state);
    unsigned kind = (state >> text->kind_shift) & 7;
    if ((text->has_ready && !((state >> text->ready_shift) & 1)) ||
        (kind != 1 && kind != 2 && kind != 4)) {
        return 0;
    }
    uint64_t data;
    if (!((state >> text->compact_shift) & 1)) {
        data = load64(object + text->legacy_data);
    }
    else if ((state >> text->ascii_shift) & 1) {
        data = object + text->ascii_data;
    }
    else {
        data = object + text->compact_data;
    }
    if (data == 0) {
        return 0;
    }
    uint64_t length = load64(object + text->length);
    size_t used = 0;
    for (uint64_t i = 0; i < length; i++) {
        size_t bytes = write_character(load_character(data, kind, i),
                                       out + used, size - 1 - used);
        if (bytes == 0) {
            break;
        }
        used += bytes;
    }
    out[used] = '\0';
    return used;
}

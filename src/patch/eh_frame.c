#include "patch/eh_frame.h"

#include <string.h>

/* DWARF pointer encodings: Linux Standard Base, "DWARF Extensions". */
enum {
    ENCODING_OMIT = 0xff,
    ENCODING_ABSOLUTE = 0x00,
    ENCODING_ULEB = 0x01,
    ENCODING_UDATA2 = 0x02,
    ENCODING_UDATA4 = 0x03,
    ENCODING_UDATA8 = 0x04,
    ENCODING_SLEB = 0x09,
    ENCODING_SDATA2 = 0x0a,
    ENCODING_SDATA4 = 0x0b,
    ENCODING_SDATA8 = 0x0c,
    ENCODING_FORMAT = 0x0f,
    ENCODING_PCREL = 0x10,
    ENCODING_DATAREL = 0x30,
    ENCODING_RELATION = 0x70,
    ENCODING_INDIRECT = 0x80,
};

/* A position that never leaves [start, end); `bad` sticks. */
struct cursor {
    uint64_t at, end;
    bool bad;
};

static uint64_t
read_fixed(struct cursor *cursor, size_t size)
{
    uint64_t value = 0;

    if (cursor->bad || cursor->end - cursor->at < size) {
        cursor->bad = true;
        return 0;
    }
    memcpy(&value, (const void *)(uintptr_t)cursor->at, size);
    cursor->at += size;
    return value;
}

static uint64_t
read_leb(struct cursor *cursor, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;

    do {
        byte = (uint8_t)read_fixed(cursor, 1);
        if (shift < 64) {
            value |= (uint64_t)(byte & 0x7f) << shift;
        }
        shift += 7;
    } while ((byte & 0x80) && !cursor->bad && shift < 70);
    if (is_signed && shift < 64 && (byte & 0x40)) {
        value |= ~(uint64_t)0 << shift;
    }
    return value;
}

static uint64_t
read_encoded(struct cursor *cursor, uint8_t encoding, uint64_t data_base)
{
    uint64_t at = cursor->at, value;

    if (encoding == ENCODING_OMIT) {
        return 0;
    }
    switch (encoding & ENCODING_FORMAT) {
    case ENCODING_ABSOLUTE:
    case ENCODING_UDATA8:
    case ENCODING_SDATA8:
        value = read_fixed(cursor, 8);
        break;
    case ENCODING_ULEB:
        value = read_leb(cursor, false);
        break;
    case ENCODING_SLEB:
        value = read_leb(cursor, true);
        break;
    case ENCODING_UDATA2:
        value = read_fixed(cursor, 2);
        break;
    case ENCODING_SDATA2:
        value = (uint64_t)(int64_t)(int16_t)read_fixed(cursor, 2);
        break;
    case ENCODING_UDATA4:
        value = read_fixed(cursor, 4);
        break;
    case ENCODING_SDATA4:
        value = (uint64_t)(int64_t)(int32_t)read_fixed(cursor, 4);
        break;
    default:
        cursor->bad = true;
        return 0;
    }
    if (value == 0) {
        return 0;
    }
    switch (encoding & ENCODING_RELATION) {
    case 0:
        break;
    case ENCODING_PCREL:
        value += at;
        break;
    case ENCODING_DATAREL:
        value += data_base;
        break;
    default:
        cursor->bad = true;
        return 0;
    }
    if (encoding & ENCODING_INDIRECT) {
        cursor->bad = true; /* only personalities use it */
    }
    return value;
}

static struct cursor
cursor_at(const struct eh_frame *table, uint64_t address)
{
    struct cursor cursor = { address, table->end, false };

    if (address < table->start || address >= table->end) {
        cursor.bad = true;
        cursor.at = cursor.end;
    }
    return cursor;
}

/* The binary search table: version 1, datarel sdata4 pairs (always, in ld). */
uint64_t
eh_frame_table(const struct eh_frame *table, size_t *count)
{
    struct cursor cursor = cursor_at(table, table->header);
    uint8_t version = (uint8_t)read_fixed(&cursor, 1);
    uint8_t frame_encoding = (uint8_t)read_fixed(&cursor, 1);
    uint8_t count_encoding = (uint8_t)read_fixed(&cursor, 1);
    uint8_t table_encoding = (uint8_t)read_fixed(&cursor, 1);

    *count = 0;
    if (cursor.bad || version != 1 ||
        table_encoding != (ENCODING_DATAREL | ENCODING_SDATA4)) {
        return 0;
    }
    read_encoded(&cursor, frame_encoding, table->header);
    *count = read_encoded(&cursor, count_encoding, table->header);
    if (cursor.bad || *count > (table->end - cursor.at) / 8) {
        *count = 0;
    }
    return cursor.at;
}

size_t
eh_frame_count(const struct eh_frame *table)
{
    size_t count = 0;

    if (table->header != 0) {
        eh_frame_table(table, &count);
    }
    return count;
}

struct cie {
    uint8_t pointer_encoding;
    uint8_t landing_encoding;
    bool has_augmentation;
};

static bool
read_cie(const struct eh_frame *table, uint64_t address, struct cie *out)
{
    struct cursor cursor = cursor_at(table, address);
    char augmentation[8];
    size_t length = 0;
    uint8_t version;

    *out = (struct cie){ ENCODING_ABSOLUTE, ENCODING_OMIT, false };
    read_fixed(&cursor, 4);
    read_fixed(&cursor, 4);
    version = (uint8_t)read_fixed(&cursor, 1);
    do {
        augmentation[length] = (char)read_fixed(&cursor, 1);
    } while (augmentation[length] != '\0' && ++length < sizeof augmentation);
    if (cursor.bad || length == sizeof augmentation) {
        return false;
    }
    read_leb(&cursor, false);
    read_leb(&cursor, true);
    if (version == 1) {
        read_fixed(&cursor, 1);
    }
    else {
        read_leb(&cursor, false);
    }
    if (augmentation[0] != 'z') {
        return !cursor.bad && length == 0;
    }
    out->has_augmentation = true;
    read_leb(&cursor, false);
    for (size_t i = 1; i < length; i++) {
        switch (augmentation[i]) {
        case 'R':
            out->pointer_encoding = (uint8_t)read_fixed(&cursor, 1);
            break;
        case 'L':
            out->landing_encoding = (uint8_t)read_fixed(&cursor, 1);
            break;
        case 'P': {
            uint8_t encoding = (uint8_t)read_fixed(&cursor, 1);

            read_encoded(&cursor, encoding & (uint8_t)~ENCODING_INDIRECT,
                         table->header);
            break;
        }
        case 'S':
        case 'B':
            break;
        default:
            return false;
        }
    }
    return !cursor.bad;
}

bool
eh_frame_function(const struct eh_frame *table, size_t i,
                  struct eh_function *out)
{
    size_t count;
    uint64_t pairs = eh_frame_table(table, &count);
    struct cursor cursor = cursor_at(table, pairs + i * 8 + 4);
    struct cie cie;
    uint64_t description, identity, at;

    if (i >= count) {
        return false;
    }
    description =
        table->header + (uint64_t)(int64_t)(int32_t)read_fixed(&cursor, 4);
    cursor = cursor_at(table, description);
    if (read_fixed(&cursor, 4) == 0xffffffff) {
        return false; /* 64-bit DWARF: nobody writes it here */
    }
    at = cursor.at;
    identity = read_fixed(&cursor, 4);
    if (cursor.bad || identity == 0 || !read_cie(table, at - identity, &cie)) {
        return false;
    }
    out->start = read_encoded(&cursor, cie.pointer_encoding, table->header);
    out->end = out->start + read_encoded(&cursor,
                                         cie.pointer_encoding & ENCODING_FORMAT,
                                         table->header);
    out->landing_table = 0;
    if (cie.has_augmentation) {
        read_leb(&cursor, false);
        out->landing_table =
            read_encoded(&cursor, cie.landing_encoding, table->header);
    }
    return !cursor.bad && out->start < out->end;
}

void
eh_frame_landing_pads(const struct eh_frame *table,
                      const struct eh_function *function, eh_landing_pad *found,
                      void *context)
{
    struct cursor cursor = cursor_at(table, function->landing_table);
    uint64_t base = function->start, end;
    uint8_t encoding;

    if (function->landing_table == 0) {
        return;
    }
    encoding = (uint8_t)read_fixed(&cursor, 1);
    if (encoding != ENCODING_OMIT) {
        base = read_encoded(&cursor, encoding, table->header);
    }
    if (read_fixed(&cursor, 1) != ENCODING_OMIT) {
        read_leb(&cursor, false);
    }
    encoding = (uint8_t)read_fixed(&cursor, 1);
    end = read_leb(&cursor, false);
    end += cursor.at;
    while (!cursor.bad && cursor.at < end) {
        uint64_t pad;

        read_encoded(&cursor, encoding, table->header);
        read_encoded(&cursor, encoding, table->header);
        pad = read_encoded(&cursor, encoding, table->header);
        read_leb(&cursor, false);
        if (!cursor.bad && pad != 0) {
            found(context, base + pad);
        }
    }
}

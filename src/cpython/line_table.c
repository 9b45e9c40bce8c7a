#include "cpython/line_table.h"

/*
 * Lines are computed in wrapping 32-bit arithmetic, as deltas in hostile
 * tables may overflow; what is not a positive int is no line.
 */
static uint32_t
line_or_none(uint32_t line)
{
    return line <= INT32_MAX ? line : 0;
}

/* Pairs (bytes of code, signed lines): the line changes after the code. */
static uint32_t
find_in_lnotab(const uint8_t *bytes, size_t size, struct line_place *from,
               uint32_t instruction)
{
    uint32_t line = from->line;
    uint64_t address = from->end;
    for (size_t i = from->at; i + 1 < size; i += 2) {
        address += bytes[i];
        if (address > instruction) {
            break;
        }
        line += (uint32_t)(int8_t)bytes[i + 1];
        *from = (struct line_place){ i + 2, address, line };
    }
    return line_or_none(line);
}

/* Pairs (bytes of code, signed lines): the line changes before the code. */
static uint32_t
find_in_ranges(const uint8_t *bytes, size_t size, struct line_place *from,
               uint32_t instruction)
{
    enum { NO_LINE = -128 };
    uint32_t line = from->line;
    uint64_t end = from->end;
    for (size_t i = from->at; i + 1 < size; i += 2) {
        int8_t delta = (int8_t)bytes[i + 1];
        end += bytes[i];
        if (delta != NO_LINE) {
            line += (uint32_t)delta;
        }
        if (end > instruction) {
            return delta == NO_LINE ? 0 : line_or_none(line);
        }
        *from = (struct line_place){ i + 2, end, line };
    }
    return 0;
}

/* Six bits a byte, least significant first, bit 6: more follow. */
static uint32_t
read_varint(const uint8_t *bytes, size_t size, size_t offset)
{
    uint32_t value = 0;
    for (unsigned shift = 0; offset < size && shift < 32; shift += 6) {
        uint8_t byte = bytes[offset++];
        value |= (uint32_t)(byte & 63) << shift;
        if (!(byte & 64)) {
            break;
        }
    }
    return value;
}

static uint32_t
read_signed_varint(const uint8_t *bytes, size_t size, size_t offset)
{
    uint32_t value = read_varint(bytes, size, offset);
    return value & 1 ? 0 - (value >> 1) : value >> 1;
}

/*
 * Entries begin with a byte that has bit 7 set: four bits of kind, then the
 * number of code units less one. Only the kinds that move the line matter.
 */
static uint32_t
find_in_locations(const uint8_t *bytes, size_t size, struct line_place *from,
                  uint32_t instruction)
{
    enum { ONE_LINE_0 = 10, NO_COLUMNS = 13, LONG = 14, NONE = 15 };
    enum { UNIT_BYTES = 2 };
    uint32_t line = from->line;
    uint64_t end = from->end;
    size_t i = from->at;
    while (i < size) {
        unsigned kind = (bytes[i] >> 3) & 15;
        end += ((bytes[i] & 7) + 1) * UNIT_BYTES;
        i++;
        if (kind == NO_COLUMNS || kind == LONG) {
            line += read_signed_varint(bytes, size, i);
        }
        else if (kind >= ONE_LINE_0 && kind < NO_COLUMNS) {
            line += kind - ONE_LINE_0;
        }
        if (end > instruction) {
            return kind == NONE ? 0 : line_or_none(line);
        }
        while (i < size && !(bytes[i] & 128)) {
            i++;
        }
        *from = (struct line_place){ i, end, line };
    }
    return 0;
}

uint32_t
line_table_find(enum line_table_form form, const uint8_t *bytes, size_t size,
                uint32_t instruction, struct line_place *from)
{
    switch (form) {
    case LINES_LNOTAB:
        return find_in_lnotab(bytes, size, from, instruction);
    case LINES_RANGES:
        return find_in_ranges(bytes, size, from, instruction);
    case LINES_LOCATIONS:
        return find_in_locations(bytes, size, from, instruction);
    }
    return 0;
}

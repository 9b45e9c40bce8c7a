#include "packed.h"

#include <reftally/ledger_format.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The header without its directory is in two parts. */
enum {
    FIRST_BYTES = offsetof(struct ledger_header, directory),
    LATER_AT = FIRST_BYTES + LEDGER_EXTENTS_MAX,
    LATER_BYTES = sizeof(struct ledger_header) - LATER_AT,
    HEAD_BYTES = 4, /* of an extent: its table, and its length */
};

static size_t
smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

bool
packed_expand(const uint8_t *bytes, size_t size, int fd)
{
    static struct ledger_header header;
    size_t at = smaller(size, FIRST_BYTES + LATER_BYTES);
    uint32_t extents = 0;

    memset(&header, 0, sizeof header);
    memcpy(&header, bytes, smaller(at, FIRST_BYTES));
    if (at > FIRST_BYTES) {
        memcpy((char *)&header + LATER_AT, bytes + FIRST_BYTES,
               at - FIRST_BYTES);
    }
    if (ftruncate(fd, 0) != 0 || ftruncate(fd, LEDGER_HEADER_BYTES) != 0) {
        return false;
    }
    while (size - at >= HEAD_BYTES && extents < LEDGER_EXTENTS_MAX) {
        size_t length = bytes[at + 1] | (size_t)bytes[at + 2] << 8 |
                        (size_t)bytes[at + 3] << 16;
        off_t place =
            LEDGER_HEADER_BYTES + (off_t)extents * LEDGER_EXTENT_BYTES;

        header.directory[extents++] = bytes[at];
        at += HEAD_BYTES;
        length = smaller(smaller(length, size - at), LEDGER_EXTENT_BYTES);
        if (ftruncate(fd, place + LEDGER_EXTENT_BYTES) != 0 ||
            pwrite(fd, bytes + at, length, place) != (ssize_t)length) {
            return false;
        }
        at += length;
    }
    return pwrite(fd, &header, sizeof header, 0) == sizeof header;
}

bool
packed_write(const char *path)
{
    static struct ledger_header header;
    static uint8_t extent[LEDGER_EXTENT_BYTES];
    FILE *file = fopen(path, "rb");

    if (file == NULL || fread(&header, sizeof header, 1, file) != 1) {
        return false;
    }
    fwrite(&header, FIRST_BYTES, 1, stdout);
    fwrite((char *)&header + LATER_AT, LATER_BYTES, 1, stdout);
    for (uint32_t i = 0; i < header.extents && i < LEDGER_EXTENTS_MAX; i++) {
        size_t length = 0;

        fseek(file, LEDGER_HEADER_BYTES + (long)i * LEDGER_EXTENT_BYTES,
              SEEK_SET);
        memset(extent, 0, sizeof extent);
        if (fread(extent, 1, sizeof extent, file) == 0) {
            break;
        }
        for (size_t b = 0; b < sizeof extent; b++) {
            length = extent[b] != 0 ? b + 1 : length;
        }
        putchar(header.directory[i]);
        for (int b = 0; b < HEAD_BYTES - 1; b++) {
            putchar((int)(length >> 8 * b & 0xff));
        }
        fwrite(extent, 1, length, stdout);
    }
    fclose(file);
    return fflush(stdout) == 0;
}

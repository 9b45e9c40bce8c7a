#include "packed.h"

#include <reftally/ledger_format.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXTENTS_MAX = 64 };

bool
packed_expand(const uint8_t *bytes, size_t size, int fd)
{
    static struct ledger_header header;
    size_t fixed = offsetof(struct ledger_header, directory);
    size_t at = size < fixed ? size : fixed;
    uint32_t extents = 0;

    memset(&header, 0, sizeof header);
    memcpy(&header, bytes, at);
    if (ftruncate(fd, 0) != 0 || ftruncate(fd, LEDGER_HEADER_BYTES) != 0) {
        return false;
    }
    while (size - at >= 3 && extents < EXTENTS_MAX) {
        size_t length = bytes[at + 1] | (size_t)bytes[at + 2] << 8;
        off_t place =
            LEDGER_HEADER_BYTES + (off_t)extents * LEDGER_EXTENT_BYTES;

        header.directory[extents++] = bytes[at];
        at += 3;
        length = length < size - at ? length : size - at;
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
    fwrite(&header, offsetof(struct ledger_header, directory), 1, stdout);
    for (uint32_t i = 0; i < header.extents && i < EXTENTS_MAX; i++) {
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
        length = length < UINT16_MAX ? length : UINT16_MAX;
        putchar(header.directory[i]);
        putchar((int)(length & 0xff));
        putchar((int)(length >> 8));
        fwrite(extent, 1, length, stdout);
    }
    fclose(file);
    return fflush(stdout) == 0;
}

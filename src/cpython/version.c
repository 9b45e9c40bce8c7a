#include "cpython/version.h"

uint32_t
version_parse(const char *text)
{
    uint32_t parts[3] = { 0, 0, 0 }, level = 0xf, serial = 0;

    for (unsigned i = 0; i < 3; i++) {
        while (*text >= '0' && *text <= '9') {
            parts[i] = parts[i] * 10 + (uint32_t)(*text++ - '0');
        }
        if (*text == '.') {
            text++;
        }
        else {
            break;
        }
    }
    if (*text == 'a' || *text == 'b' || *text == 'r' || *text == 'c') {
        level = *text == 'a' ? 0xa : *text == 'b' ? 0xb : 0xc;
        while (*text >= 'a' && *text <= 'z') {
            text++;
        }
        while (*text >= '0' && *text <= '9') {
            serial = serial * 10 + (uint32_t)(*text++ - '0');
        }
    }
    return parts[0] << 24 | parts[1] << 16 | (parts[2] & 0xff) << 8 |
           level << 4 | (serial & 0xf);
}

#include "report/text/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

size_t
text_utf8_length(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t need = byte[0] < 0x80   ? 1
                  : byte[0] < 0xc2 ? 0
                  : byte[0] < 0xe0 ? 2
                  : byte[0] < 0xf0 ? 3
                  : byte[0] < 0xf5 ? 4
                                   : 0;

    if (need == 0 || need > length) {
        return 0;
    }
    for (size_t i = 1; i < need; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    if ((byte[0] == 0xe0 && byte[1] < 0xa0) ||
        (byte[0] == 0xed && byte[1] >= 0xa0) || /* surrogates */
        (byte[0] == 0xf0 && byte[1] < 0x90) ||
        (byte[0] == 0xf4 && byte[1] >= 0x90)) {
        return 0;
    }
    return need;
}

static uint32_t
code_point(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    uint32_t code = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);

    for (size_t i = 1; i < length; i++) {
        code = code << 6 | (byte[i] & 0x3f);
    }
    return code;
}

/*
 * What a terminal or a page obeys and does not show: control characters, and
 * those of the categories Cf, Zl and Zp that say how others are laid out, such
 * as U+202E, behind which text runs backwards.
 */
static bool
is_control(const char *text, size_t length)
{
    static const struct {
        uint32_t first, last;
    } controls[] = {
        { 0x0000, 0x001f },   { 0x007f, 0x009f },   { 0x00ad, 0x00ad },
        { 0x061c, 0x061c },   { 0x180e, 0x180e },   { 0x200b, 0x200f },
        { 0x2028, 0x202e },   { 0x2060, 0x206f },   { 0xfeff, 0xfeff },
        { 0xfff9, 0xfffb },   { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
        { 0xe0000, 0xe007f },
    };
    uint32_t code = code_point(text, length);

    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (code >= controls[i].first && code <= controls[i].last) {
            return true;
        }
    }
    return false;
}

void
text_write_quoted(FILE *file, const char *text, size_t length)
{
    putc('"', file);
    for (size_t i = 0; i < length;) {
        size_t bytes = text_utf8_length(text + i, length - i);

        if (bytes == 0 || is_control(text + i, bytes)) {
            if (text[i] == '\n') {
                fputs("\\n", file);
            }
            else {
                fprintf(file, "\\x%02x", (unsigned char)text[i]);
            }
            i++;
            continue;
        }
        if (text[i] == '"' || text[i] == '\\') {
            putc('\\', file);
        }
        fwrite(text + i, 1, bytes, file);
        i += bytes;
    }
    putc('"', file);
}

/* As a program would write it; `bytes` is 0 where it is no character. */
static char *
add_escape(char *end, const char *text, size_t bytes)
{
    uint32_t code = bytes > 0 ? code_point(text, bytes) : 0;

    return end + (text[0] == '\n'   ? sprintf(end, "\\n")
                  : text[0] == '\t' ? sprintf(end, "\\t")
                  : bytes <= 1 ? sprintf(end, "\\x%02x", (unsigned char)text[0])
                  : code <= 0xffff ? sprintf(end, "\\u%04x", code)
                                   : sprintf(end, "\\U%08x", code));
}

char *
text_printable(const char *text, size_t length)
{
    char *result = (char *)memory_zeroed(length * 4 + 1, 1);
    char *end = result;

    for (size_t i = 0, bytes; i < length; i += bytes == 0 ? 1 : bytes) {
        bytes = text_utf8_length(text + i, length - i);
        if (bytes == 0 || is_control(text + i, bytes)) {
            end = add_escape(end, text + i, bytes);
        }
        else {
            memcpy(end, text + i, bytes);
            end += bytes;
        }
    }
    *end = '\0';
    return result;
}

char *
text_utf8(const char *text, size_t length)
{
    static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */
    char *result = (char *)memory_zeroed(length * 3 + 1, 1);
    char *end = result;

    for (size_t i = 0, bytes; i < length; i += bytes == 0 ? 1 : bytes) {
        bytes = text_utf8_length(text + i, length - i);
        if (bytes == 0 || text[i] == '\0') {
            memcpy(end, replacement, 3);
            end += 3;
        }
        else {
            memcpy(end, text + i, bytes);
            end += bytes;
        }
    }
    *end = '\0';
    return result;
}

const char *
text_number(char buffer[TEXT_NUMBER_BYTES], int64_t number)
{
    char digits[TEXT_NUMBER_BYTES];
    uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;
    int count = snprintf(digits, sizeof digits, "%" PRIu64, size);
    char *end = buffer;

    if (number < 0) {
        *end++ = '-';
    }
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            *end++ = ',';
        }
        *end++ = digits[i];
    }
    *end = '\0';
    return buffer;
}

void
text_write_escaped(FILE *file, const char *text)
{
    char *printable = text_printable(text, strlen(text));

    for (const char *at = printable; *at != '\0'; at++) {
        const char *entity = *at == '&'   ? "&amp;"
                             : *at == '<' ? "&lt;"
                             : *at == '>' ? "&gt;"
                             : *at == '"' ? "&quot;"
                                          : NULL;

        if (entity != NULL) {
            fputs(entity, file);
        }
        else {
            putc(*at, file);
        }
    }
    free(printable);
}

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

/* C0, DEL, and C1 in its two-byte form. */
static bool
is_control(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;

    return length == 1   ? byte[0] < 0x20 || byte[0] == 0x7f
           : length == 2 ? byte[0] == 0xc2 && byte[1] < 0xa0
                         : false;
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

static char *
replaced(const char *text, size_t length, bool keep_controls)
{
    static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */
    char *result = (char *)memory_zeroed(length * 3 + 1, 1);
    char *end = result;

    for (size_t i = 0; i < length;) {
        size_t bytes = text_utf8_length(text + i, length - i);

        if (bytes == 0 || text[i] == '\0' ||
            (!keep_controls && is_control(text + i, bytes))) {
            memcpy(end, replacement, 3);
            end += 3;
            i += bytes == 0 ? 1 : bytes;
            continue;
        }
        memcpy(end, text + i, bytes);
        end += bytes;
        i += bytes;
    }
    *end = '\0';
    return result;
}

char *
text_printable(const char *text, size_t length)
{
    return replaced(text, length, false);
}

char *
text_utf8(const char *text, size_t length)
{
    return replaced(text, length, true);
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

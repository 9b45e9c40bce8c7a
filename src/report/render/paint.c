#include "report/render/paint.h"

#include <string.h>

#include "report/text/text.h"

void
paint(FILE *file, const struct report *report, enum paint paint)
{
    static const char *const codes[] = {
        [PAINT_PLAIN] = "0",   [PAINT_TITLE] = "1",    [PAINT_TAKEN] = "1;33",
        [PAINT_LOST] = "1;31", [PAINT_GIVEN] = "1;32", [PAINT_SOFT] = "2",
    };

    if (report->colours) {
        fprintf(file, "\033[%sm", codes[paint]);
    }
}

/* Characters of so many bytes. */
static unsigned
width_of(const char *text, size_t bytes)
{
    unsigned width = 0;

    for (size_t i = 0; i < bytes; i++) {
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return width;
}

void
paint_sentence(FILE *file, const struct report *report, unsigned column,
               unsigned indent, const char *text)
{
    bool first = true;

    while (*text != '\0') {
        size_t bytes = strcspn(text, " ");
        unsigned width = width_of(text, bytes);

        /* The last column stays free: some terminals go on after it. */
        if (!first && report->columns != 0 &&
            column + 1 + width >= report->columns) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        }
        else if (!first) {
            putc(' ', file);
            column++;
        }
        first = false;
        fwrite(text, 1, bytes, file);
        column += width;
        text += bytes;
        text += *text == ' ';
    }
    putc('\n', file);
}

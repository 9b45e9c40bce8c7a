#include "report/render/script.h"

void
script_write_string(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '"':
        case '\\':
            putc('\\', file);
            putc(*text, file);
            break;
        case '<':
            fputs("\\u003c", file);
            break;
        default:
            putc(*text, file);
            break;
        }
    }
    putc('"', file);
}

/* Both stand in strings only. */
static int
write_piece(const char *text, size_t size, void *context)
{
    FILE *file = (FILE *)context;

    for (size_t i = 0; i < size; i++) {
        if (text[i] == '<' || text[i] == '\x7f') {
            fprintf(file, "\\u%04x", (unsigned)text[i]);
        }
        else {
            putc(text[i], file);
        }
    }
    return ferror(file) ? -1 : 0;
}

void
script_write_json(FILE *file, const json_t *document)
{
    (void)json_dump_callback(document, write_piece, file,
                             JSON_COMPACT | JSON_REAL_PRECISION(4) |
                                 JSON_ENSURE_ASCII);
}

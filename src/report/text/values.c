#include "report/text/values.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/text.h"

json_t *
values_text(const char *text)
{
    json_t *value = text != NULL ? json_string(text) : NULL;

    return value != NULL ? value : json_null();
}

json_t *
values_foreign(const char *text)
{
    json_t *value = NULL;

    if (text != NULL) {
        char *printable = text_utf8(text, strlen(text));

        value = json_string(printable);
        free(printable);
    }
    return value != NULL ? value : json_null();
}

json_t *
values_string(const struct ledger *ledger, ledger_string string)
{
    uint32_t length;
    const char *text = ledger_text(ledger, string, &length);
    char *valid = text != NULL ? text_utf8(text, length) : NULL;
    json_t *value = values_text(valid);

    free(valid);
    return value;
}

json_t *
values_number(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

json_t *
values_positive(uint64_t value)
{
    return value != 0 ? values_number(value) : json_null();
}

/* DEL is ASCII, and stands in strings alone. */
static int
write_part(const char *bytes, size_t size, void *file)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\x7f' ? fputs("\\u007f", (FILE *)file) == EOF
                               : putc(bytes[i], (FILE *)file) == EOF) {
            return -1;
        }
    }
    return 0;
}

bool
values_write(FILE *file, json_t *document)
{
    /* As ASCII: no reader's terminal obeys what a name holds. */
    bool written = json_dump_callback(document, write_part, file,
                                      JSON_INDENT(2) | JSON_REAL_PRECISION(4) |
                                          JSON_ENSURE_ASCII) == 0 &&
                   putc('\n', file) != EOF;

    json_decref(document);
    return written;
}

json_t *
values_image_path(const struct ledger *ledger, uint32_t image)
{
    return values_string(ledger, ledger_image_at(ledger, image)->path);
}

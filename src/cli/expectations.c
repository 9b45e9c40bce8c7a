#include "cli/expectations.h"

#include <stdlib.h>

#include "report/detect/held.h"
#include "report/evidence/expect.h"
#include "report/text/text_file.h"

enum { FILE_BYTES_MAX = 1 << 20 };

bool
expectations_apply(struct report *report, const char *path, struct error *error)
{
    struct expect *rules;
    size_t length;
    char *text;

    if (path == NULL) {
        path = getenv("REFTALLY_EXPECT");
    }
    if (path == NULL || path[0] == '\0') {
        return true;
    }
    text = text_file_read(path, FILE_BYTES_MAX, &length, error);
    if (text == NULL) {
        return false;
    }
    rules = expect_parse(path, text, error);
    free(text);
    if (rules == NULL) {
        return false;
    }
    held_apply(report, rules);
    expect_free(rules);
    return true;
}

#include "cli/judgement/expectations.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/data_file.h"
#include "report/detect/held.h"
#include "report/evidence/expect.h"
#include "report/text/memory.h"
#include "report/text/text_file.h"

enum { FILE_BYTES_MAX = 1 << 20 };

/*
 * A name without a slash or a full stop is that of rules that come with the
 * command, unless such a file is here. To be freed.
 */
static char *
file_of(const char *name)
{
    char *shipped, *found;

    if (strpbrk(name, "/.") != NULL || access(name, F_OK) == 0) {
        return memory_text(name);
    }
    shipped = memory_format("expect/%s.txt", name);
    found = data_file_find("share/reftally", shipped);
    free(shipped);
    return found != NULL ? found : memory_text(name);
}

bool
expectations_apply(struct report *report, const char *path, struct error *error)
{
    const char *missing;
    char *file;
    struct expect *rules;
    size_t length;
    char *text;

    if (path == NULL) {
        path = getenv("REFTALLY_EXPECT");
    }
    if (path == NULL || path[0] == '\0') {
        return true;
    }
    file = file_of(path);
    text = text_file_read(file, FILE_BYTES_MAX, &length, error);
    free(file);
    if (text == NULL) {
        return false;
    }
    rules = expect_parse(path, text, error);
    free(text);
    if (rules == NULL) {
        return false;
    }
    missing = expect_missing(rules, report->inputs.ledger);
    if (missing == NULL) {
        held_apply(report, rules);
    }
    else {
        error_set(error,
                  "%s: the program never passed a checkpoint '%.60s', so its "
                  "rules are about nothing",
                  path, missing);
    }
    expect_free(rules);
    return missing == NULL;
}

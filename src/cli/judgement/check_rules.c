#include "cli/judgement/check_rules.h"

#include <stdlib.h>
#include <time.h>

#include "cli/text/complain.h"
#include "report/text/text_file.h"

static const size_t SUPPRESSIONS_BYTES_MAX = 1 << 20;

bool
check_rules_read(struct suppressions *suppressions, const char *path,
                 struct error *error)
{
    char today[SUPPRESSION_DAY_BYTES] = "";
    time_t now = time(NULL);
    struct tm parts;
    size_t length;
    char *text;
    bool fine;

    if (path == NULL) {
        return true;
    }
    text = text_file_read(path, SUPPRESSIONS_BYTES_MAX, &length, error);
    if (text == NULL) {
        return false;
    }
    if (gmtime_r(&now, &parts) != NULL) {
        strftime(today, sizeof today, "%Y-%m-%d", &parts);
    }
    fine = suppressions_parse(suppressions, path, text, today, error);
    free(text);
    return fine;
}

void
check_rules_review(const struct suppressions *suppressions, const char *path)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        const struct suppression *rule = &suppressions->items[i];

        if (rule->expired) {
            complain(0, "%s:%u: expired on %s and no longer applies", path,
                     rule->line, rule->until);
        }
        else if (rule->used == 0) {
            complain(0, "%s:%u: suppressed nothing", path, rule->line);
        }
    }
}

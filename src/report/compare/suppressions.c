#include "report/compare/suppressions.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"
#include "report/text/words.h"

enum suppression_field { TYPE, FUNCTION, FILE_NAME, IMAGE, PYTHON, VERDICT };

static const char *const field_names[SUPPRESSION_FIELDS] = {
    [TYPE] = "type",   [FUNCTION] = "function", [FILE_NAME] = "file",
    [IMAGE] = "image", [PYTHON] = "python",     [VERDICT] = "verdict",
};

static const char allowed[] =
    "type, function, file, image, python, verdict and until";

/* A day that exists, as YYYY-MM-DD. */
static bool
is_day(const char *text)
{
    static const int days[] = {
        31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };
    unsigned year, month, day;
    int end = 0;

    if (strlen(text) != SUPPRESSION_DAY_BYTES - 1 ||
        strspn(text, "0123456789-") != SUPPRESSION_DAY_BYTES - 1 ||
        sscanf(text, "%4u-%2u-%2u%n", &year, &month, &day, &end) != 3 ||
        end != SUPPRESSION_DAY_BYTES - 1) {
        return false;
    }
    if (month == 0 || month > 12 || day == 0 || (int)day > days[month - 1]) {
        return false;
    }
    return month != 2 || day < 29 ||
           (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

static bool
parse_word(struct suppression *rule, char *word, const char *name,
           struct error *error)
{
    char *value = strchr(word, '=');

    if (value == NULL || value[1] == '\0') {
        return error_set(error, "%s:%u: '%.60s' is not NAME=PATTERN", name,
                         rule->line, word);
    }
    *value++ = '\0';
    if (strcmp(word, "until") == 0) {
        if (!is_day(value)) {
            return error_set(error,
                             "%s:%u: until is '%.60s', allowed is a day as "
                             "YYYY-MM-DD",
                             name, rule->line, value);
        }
        memcpy(rule->until, value, sizeof rule->until);
        return true;
    }
    for (int i = 0; i < SUPPRESSION_FIELDS; i++) {
        if (strcmp(word, field_names[i]) == 0) {
            free(rule->patterns[i]);
            rule->patterns[i] = memory_text(value);
            return true;
        }
    }
    return error_set(error, "%s:%u: there is no '%.60s', allowed are %s", name,
                     rule->line, word, allowed);
}

static void
clear_rule(struct suppression *rule)
{
    for (int i = 0; i < SUPPRESSION_FIELDS; i++) {
        free(rule->patterns[i]);
    }
}

/* One line; false with `error`. `any`: there was a rule on it. */
static bool
parse_line(struct suppression *rule, char *line, const char *name, bool *any,
           struct error *error)
{
    char *rest;
    bool fits_something = false;

    *any = false;
    for (char *word = strtok_r(line, " \t\r", &rest);
         word != NULL && word[0] != '#';
         word = strtok_r(NULL, " \t\r", &rest)) {
        *any = true;
        if (!parse_word(rule, word, name, error)) {
            return false;
        }
    }
    for (int i = 0; i < SUPPRESSION_FIELDS; i++) {
        fits_something |= rule->patterns[i] != NULL;
    }
    return !*any || fits_something ||
           error_set(error, "%s:%u: a rule needs more than until", name,
                     rule->line);
}

bool
suppressions_parse(struct suppressions *suppressions, const char *name,
                   const char *text, const char *today, struct error *error)
{
    char *copy = memory_text(text), *next = copy;
    bool fine = true;

    *suppressions = (struct suppressions){ 0 };
    for (unsigned number = 1; fine && next != NULL; number++) {
        struct suppression rule = { .line = number };
        char *line = next;
        bool any;

        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        fine = parse_line(&rule, line, name, &any, error);
        if (!fine || !any) {
            clear_rule(&rule);
            continue;
        }
        rule.expired = rule.until[0] != '\0' && strcmp(rule.until, today) < 0;
        suppressions->items = (struct suppression *)memory_room(
            suppressions->items, suppressions->count, sizeof rule);
        suppressions->items[suppressions->count++] = rule;
    }
    free(copy);
    if (!fine) {
        suppressions_clear(suppressions);
    }
    return fine;
}

void
suppressions_clear(struct suppressions *suppressions)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        clear_rule(&suppressions->items[i]);
    }
    free(suppressions->items);
    *suppressions = (struct suppressions){ 0 };
}

/* NULL: there is no such text. A file may be named without its folder. */
static bool
fits(const char *pattern, enum suppression_field field, const char *text)
{
    return text != NULL && (fnmatch(pattern, text, 0) == 0 ||
                            (field == FILE_NAME &&
                             fnmatch(pattern, words_last_part(text), 0) == 0));
}

static bool
rule_fits(const struct suppression *rule, const struct accused *accused)
{
    const char *const texts[SUPPRESSION_FIELDS] = {
        [TYPE] = accused->type,
        [FUNCTION] = accused->function,
        [FILE_NAME] = accused->file,
        [IMAGE] = accused->image,
        [PYTHON] = accused->python_function,
        [VERDICT] = accused->verdict,
    };
    /* Where a line of Python stands first in the finding. */
    const char *const others[SUPPRESSION_FIELDS] = {
        [FUNCTION] = accused->own_function,
        [FILE_NAME] = accused->own_file,
        [PYTHON] = accused->own_function,
    };

    for (unsigned i = 0; i < SUPPRESSION_FIELDS; i++) {
        const char *pattern = rule->patterns[i];
        enum suppression_field field = (enum suppression_field)i;

        if (pattern != NULL && !fits(pattern, field, texts[i]) &&
            !fits(pattern, field, others[i])) {
            return false;
        }
    }
    return true;
}

const struct suppression *
suppressions_match(struct suppressions *suppressions,
                   const struct accused *accused)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        struct suppression *rule = &suppressions->items[i];

        if (!rule->expired && rule_fits(rule, accused)) {
            rule->used++;
            return rule;
        }
    }
    return NULL;
}

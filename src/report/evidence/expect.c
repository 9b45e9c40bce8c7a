#include "report/evidence/expect.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/expect_span.h"
#include "report/evidence/owner_names.h"
#include "report/evidence/way.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum { WORDS = 3 };

struct rule {
    char *words[WORDS]; /* type, owner, key; the last may be NULL */
    size_t span;        /* number of its span, from 1 on; 0: always */
};

struct expect {
    struct rule *rules;
    size_t count;
    struct expect_span *spans;
    size_t span_count;
    size_t span; /* of the lines to come, while they are read */
};

/* ---- reading ---- */

static void
clear_rule(struct rule *rule)
{
    for (int i = 0; i < WORDS; i++) {
        free(rule->words[i]);
    }
}

/* One line; `any`: there was a rule on it. */
static bool
parse_line(struct rule *rule, char *line, const char *name, unsigned number,
           bool *any, struct error *error)
{
    int count = 0;
    char *rest;

    for (char *word = strtok_r(line, " \t\r", &rest);
         word != NULL && word[0] != '#';
         word = strtok_r(NULL, " \t\r", &rest)) {
        if (count == WORDS) {
            return error_set(error,
                             "%s:%u: there is a word too many, '%.60s'; a rule "
                             "is TYPE OWNER [KEY]",
                             name, number, word);
        }
        rule->words[count++] = memory_text(word);
    }
    *any = count > 0;
    return count != 1 ||
           error_set(error,
                     "%s:%u: '%.60s' has no owner; a rule is TYPE OWNER [KEY]",
                     name, number, rule->words[0]);
}

/* "@between FIRST, SECOND" or "@always". */
static bool
parse_span(struct expect *rules, const char *line, const char *name,
           unsigned number, struct error *error)
{
    static const char between[] = "@between ";
    struct expect_span span;

    if (strncmp(line, between, sizeof between - 1) != 0) {
        rules->span = 0;
        return strcmp(line, "@always") == 0 ||
               error_set(error,
                         "%s:%u: '%.60s' is neither '@between FIRST, SECOND' "
                         "nor '@always'",
                         name, number, line);
    }
    if (!expect_span_parse(&span, line + sizeof between - 1)) {
        expect_span_clear(&span);
        return error_set(error,
                         "%s:%u: '%.60s' does not name two checkpoints, as in "
                         "'@between FIRST, SECOND'",
                         name, number, line);
    }
    rules->spans = (struct expect_span *)memory_room(
        rules->spans, rules->span_count, sizeof span);
    rules->spans[rules->span_count++] = span;
    rules->span = rules->span_count;
    return true;
}

/* Adds what stands on a line, if anything. */
static bool
add_line(struct expect *rules, char *line, const char *name, unsigned number,
         struct error *error)
{
    struct rule rule = { .span = rules->span };
    bool any = false, fine;

    if (line[0] == '@') {
        return parse_span(rules, line, name, number, error);
    }
    fine = parse_line(&rule, line, name, number, &any, error);
    if (!fine || !any) {
        clear_rule(&rule);
        return fine;
    }
    rules->rules =
        (struct rule *)memory_room(rules->rules, rules->count, sizeof rule);
    rules->rules[rules->count++] = rule;
    return true;
}

struct expect *
expect_parse(const char *name, const char *text, struct error *error)
{
    struct expect *rules = (struct expect *)memory_zeroed(1, sizeof *rules);
    char *copy = memory_text(text), *next = copy;
    bool fine = true;

    for (unsigned number = 1; fine && next != NULL; number++) {
        char *line = next;

        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        fine = add_line(rules, line, name, number, error);
    }
    free(copy);
    if (!fine) {
        expect_free(rules);
        return NULL;
    }
    return rules;
}

void
expect_free(struct expect *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        clear_rule(&rules->rules[i]);
    }
    for (size_t i = 0; i < rules->span_count; i++) {
        expect_span_clear(&rules->spans[i]);
    }
    free(rules->spans);
    free(rules->rules);
    free(rules);
}

/* ---- matching ---- */

/* Is it about this object? */
static bool
object_fits(const struct expect *rules, const struct rule *rule,
            const struct ledger *ledger, const struct ledger_owned *owned)
{
    char *name =
        ledger_printable(ledger, ledger_type_at(ledger, owned->type)->name);
    bool fits = name != NULL && fnmatch(rule->words[0], name, 0) == 0;

    free(name);
    return fits &&
           (rule->span == 0 || expect_span_has(&rules->spans[rule->span - 1],
                                               ledger, owned->serial));
}

static bool
key_fits(const struct rule *rule, const struct ledger *ledger,
         const struct ledger_owner *owner)
{
    char *text;
    bool fits;

    if (rule->words[2] == NULL) {
        return true;
    }
    text = owner->slot != 0 ? ledger_printable(ledger, owner->slot)
                            : memory_format("%" PRIu64, owner->slot_number);
    fits = text != NULL && fnmatch(rule->words[2], text, 0) == 0;
    free(text);
    return fits;
}

static bool
owner_fits(const struct rule *rule, const struct owner_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        if (fnmatch(rule->words[1], names->items[i], 0) == 0) {
            return true;
        }
    }
    return false;
}

static bool
is_expected(const struct expect *rules, const struct ledger *ledger,
            const struct ledger_owned *owned, const struct ledger_owner *owner)
{
    struct owner_names names;
    bool expected = false;

    owner_names_find(&names, ledger, owner);
    for (size_t i = 0; i < rules->count && !expected; i++) {
        expected = object_fits(rules, &rules->rules[i], ledger, owned) &&
                   owner_fits(&rules->rules[i], &names) &&
                   key_fits(&rules->rules[i], ledger, owner);
    }
    owner_names_clear(&names);
    return expected;
}

const char *
expect_missing(const struct expect *rules, const struct ledger *ledger)
{
    const char *missing = NULL;

    for (size_t i = 0; i < rules->span_count && missing == NULL; i++) {
        missing = expect_span_missing(&rules->spans[i], ledger);
    }
    return missing;
}

bool
expect_watches(const struct expect *rules, const struct ledger *ledger,
               const struct ledger_owned *owned)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (object_fits(rules, &rules->rules[i], ledger, owned)) {
            return true;
        }
    }
    return false;
}

const struct ledger_owner *
expect_unexpected(const struct expect *rules, const struct ledger *ledger,
                  const struct ledger_owned *owned)
{
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(ledger, owned->first_owner + i);

        /* Pointers that own nothing for certain accuse nobody. */
        if (ledger_holder_at(ledger, owner->holder)->kind <
                LEDGER_HOLDER_INTERPRETER &&
            !is_expected(rules, ledger, owned, owner)) {
            return owner;
        }
    }
    return NULL;
}

char *
expect_complaint(const struct ledger *ledger, struct symbols *symbols,
                 const struct ledger_owner *owner)
{
    char *way = way_text(ledger, symbols, owner);
    char *text = memory_format("no rule expects them in %s", way);

    free(way);
    return text;
}

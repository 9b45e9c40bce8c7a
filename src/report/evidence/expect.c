#include "report/evidence/expect.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/way.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum { WORDS = 3, NAMES_MAX = 8 };

struct rule {
    char *words[WORDS]; /* type, owner, key; the last may be NULL */
};

struct expect {
    struct rule *rules;
    size_t count;
};

/* Everything that an owner may be called. */
struct names {
    char *items[NAMES_MAX];
    size_t count;
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

struct expect *
expect_parse(const char *name, const char *text, struct error *error)
{
    struct expect *rules = (struct expect *)memory_zeroed(1, sizeof *rules);
    char *copy = memory_text(text), *next = copy;
    bool fine = true;

    for (unsigned number = 1; fine && next != NULL; number++) {
        struct rule rule = { { NULL } };
        char *line = next;
        bool any = false;

        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        fine = parse_line(&rule, line, name, number, &any, error);
        if (!fine || !any) {
            clear_rule(&rule);
            continue;
        }
        rules->rules =
            (struct rule *)memory_room(rules->rules, rules->count, sizeof rule);
        rules->rules[rules->count++] = rule;
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
    free(rules->rules);
    free(rules);
}

/* ---- what an owner is called ---- */

static void
add_name(struct names *names, char *name)
{
    if (name != NULL && name[0] != '\0' && names->count < NAMES_MAX) {
        names->items[names->count++] = name;
    }
    else {
        free(name);
    }
}

static void
clear_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
}

static char *
type_name(const struct ledger *ledger, const struct ledger_holder *holder)
{
    return ledger_printable(ledger, ledger_type_at(ledger, holder->type)->name);
}

static bool
is_namespace(const struct ledger *ledger, const struct ledger_holder *holder)
{
    char *slot = ledger_printable(ledger, holder->slot);
    bool is = holder->slot_kind == LEDGER_SLOT_ATTRIBUTE && slot != NULL &&
              strcmp(slot, "__dict__") == 0;

    free(slot);
    return is;
}

/* "type", "name", with ".attribute" behind it unless that is NULL. */
static void
add_names_of(struct names *names, const struct ledger *ledger,
             const struct ledger_holder *holder, const char *attribute)
{
    char *texts[2] = { type_name(ledger, holder),
                       ledger_printable(ledger, holder->name) };

    for (int i = 0; i < 2; i++) {
        if (texts[i] != NULL && attribute != NULL) {
            char *longer = memory_format("%s.%s", texts[i], attribute);

            free(texts[i]);
            texts[i] = longer;
        }
        add_name(names, texts[i]);
    }
}

/* The one whose attribute the holder is, past a __dict__; NULL: of nobody. */
static const struct ledger_holder *
bearer(const struct ledger *ledger, const struct ledger_holder *holder)
{
    const struct ledger_holder *parent =
        ledger_holder_at(ledger, holder->parent);

    if (holder->parent == 0) {
        return NULL;
    }
    if (holder->slot_kind == LEDGER_SLOT_KEY && is_namespace(ledger, parent)) {
        return parent->parent == 0 ? NULL
                                   : ledger_holder_at(ledger, parent->parent);
    }
    return holder->slot_kind == LEDGER_SLOT_ATTRIBUTE ? parent : NULL;
}

static void
name_owner(struct names *names, const struct ledger *ledger,
           const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);
    const struct ledger_holder *above;

    if (holder->kind != LEDGER_HOLDER_OBJECT) {
        add_name(names, memory_text(way_kind_word(holder->kind)));
    }
    add_names_of(names, ledger, holder, NULL);
    if (is_namespace(ledger, holder)) {
        add_names_of(names, ledger, ledger_holder_at(ledger, holder->parent),
                     NULL);
    }
    else if ((above = bearer(ledger, holder)) != NULL) {
        char *slot = ledger_printable(ledger, holder->slot);

        add_names_of(names, ledger, above, slot != NULL ? slot : "?");
        free(slot);
    }
}

/* ---- matching ---- */

static bool
type_fits(const struct rule *rule, const struct ledger *ledger, uint32_t type)
{
    char *name = ledger_printable(ledger, ledger_type_at(ledger, type)->name);
    bool fits = name != NULL && fnmatch(rule->words[0], name, 0) == 0;

    free(name);
    return fits;
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
owner_fits(const struct rule *rule, const struct names *names)
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
            uint32_t type, const struct ledger_owner *owner)
{
    struct names names = { .count = 0 };
    bool expected = false;

    name_owner(&names, ledger, owner);
    for (size_t i = 0; i < rules->count && !expected; i++) {
        expected = type_fits(&rules->rules[i], ledger, type) &&
                   owner_fits(&rules->rules[i], &names) &&
                   key_fits(&rules->rules[i], ledger, owner);
    }
    clear_names(&names);
    return expected;
}

bool
expect_watches(const struct expect *rules, const struct ledger *ledger,
               uint32_t type)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (type_fits(&rules->rules[i], ledger, type)) {
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
            !is_expected(rules, ledger, owned->type, owner)) {
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

#include "report/detect/growing_limit.h"

#include <string.h>

#include "report/input/ledger_load.h"

enum { LIMIT_MAX = 1 << 20 }; /* entries, of what will once be full */

/* Tables of the standard library that are emptied when they are full; or, without
 * a limit, have an entry for each file of the program. */
static const struct table {
    const char *module, *name;
    uint32_t limit;
} tables[] = {
    { "re", "_cache", 512 },
    { "re", "_cache2", 256 },
    { "_strptime", "_regex_cache", 5 },
    { "linecache", "cache", 0 },
};

static bool
has_identity(const struct ledger *ledger, uint32_t type)
{
    return type != 0 &&
           (ledger_type_at(ledger, type)->flags & LEDGER_TYPE_IDENTITY) != 0;
}

static bool
is_text(const struct ledger *ledger, ledger_string string, const char *text)
{
    uint32_t length;
    const char *bytes = ledger_text(ledger, string, &length);

    return bytes != NULL && length == strlen(text) &&
           memcmp(bytes, text, length) == 0;
}

/* NULL: it is none that is known. */
static const struct table *
table_of(const struct ledger *ledger, const struct ledger_holder *holder)
{
    const struct ledger_holder *module =
        ledger_holder_at(ledger, holder->parent);

    if (is_text(ledger, module->slot, "__dict__")) {
        module = ledger_holder_at(ledger, module->parent);
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (is_text(ledger, holder->slot, tables[i].name) &&
            is_text(ledger, module->name, tables[i].module)) {
            return &tables[i];
        }
    }
    return NULL;
}

/* 0: it has none that is known. */
static uint32_t
limit_of(const struct ledger_holder *holder, const struct table *table)
{
    return holder->limit != 0 ? holder->limit
           : table != NULL    ? table->limit
                              : 0;
}

/* A name like <string>: sources are made without end, files are not. */
static bool
is_made_up(const struct ledger *ledger, ledger_string key)
{
    uint32_t length;
    const char *bytes = ledger_text(ledger, key, &length);

    return bytes != NULL && length > 0 && bytes[0] == '<';
}

uint32_t
growing_limit_of(const struct ledger *ledger, const struct ledger_owner *owner)
{
    uint32_t limit = 0;

    for (uint32_t at = owner->holder; at != 0 && limit == 0;
         at = ledger_holder_at(ledger, at)->parent) {
        const struct ledger_holder *holder = ledger_holder_at(ledger, at);

        limit = limit_of(holder, table_of(ledger, holder));
    }
    return limit;
}

bool
growing_limit_is_table(const struct ledger *ledger,
                       const struct ledger_owner *owner)
{
    uint32_t at = owner->holder;

    while (at != 0 && table_of(ledger, ledger_holder_at(ledger, at)) == NULL) {
        at = ledger_holder_at(ledger, at)->parent;
    }
    return at != 0;
}

static bool
is_object_of(const struct ledger *ledger, const struct ledger_holder *holder,
             const char *type)
{
    return holder->kind == LEDGER_HOLDER_OBJECT &&
           is_text(ledger, ledger_type_at(ledger, holder->type)->name, type);
}

/* A call that runs lets go of what it has when it returns: that there are many
 * such is recursion. */
static bool
is_of_call(const struct ledger *ledger, const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);

    return holder->kind == LEDGER_HOLDER_FRAME ||
           is_object_of(ledger, holder, "frame");
}

/* What an abstract class remembers of others: sets, made when it is first asked
 * about one, of weak references to those that live. */
static bool
is_of_abstract_class(const struct ledger *ledger,
                     const struct ledger_holder *holder)
{
    return is_object_of(ledger, holder, "_abc._abc_data");
}

/*
 * A cache that has a limit. What it was asked with is another matter when equal
 * is only what is the same: nobody can ask with that again, and it would be
 * gone without the cache.
 */
static bool
is_bounded_by(const struct ledger *ledger, const struct ledger_owned *owned,
              const struct ledger_owner *owner)
{
    bool identity = has_identity(ledger, owned->type);
    uint32_t slot = owner->slot_kind, at = owner->holder;
    ledger_string key = owner->slot;

    if (at != 0 && is_of_call(ledger, owner)) {
        return true;
    }
    for (; at != 0; at = ledger_holder_at(ledger, at)->parent) {
        const struct ledger_holder *holder = ledger_holder_at(ledger, at);
        const struct table *table = table_of(ledger, holder);
        uint32_t limit = limit_of(holder, table);

        if (is_of_abstract_class(ledger, holder)) {
            return true;
        }
        if (table != NULL && table->limit == 0) {
            return !is_made_up(ledger, key);
        }
        if (limit != 0) {
            return limit <= LIMIT_MAX &&
                   !(identity && slot == LEDGER_SLOT_KEY_ITSELF);
        }
        identity = identity || has_identity(ledger, holder->type);
        slot = holder->slot_kind;
        key = holder->slot;
    }
    return false;
}

bool
growing_limit_is_asked(const struct ledger *ledger,
                       const struct ledger_owned *owned,
                       const struct ledger_owner *owner)
{
    return growing_limit_of(ledger, owner) != 0 &&
           !is_bounded_by(ledger, owned, owner);
}

bool
growing_limit_bounds(const struct ledger *ledger,
                     const struct ledger_owned *owned)
{
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        if (!is_bounded_by(ledger, owned,
                           ledger_owner_at(ledger, owned->first_owner + i))) {
            return false;
        }
    }
    return owned->owner_count > 0;
}

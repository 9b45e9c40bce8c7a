#include "report/evidence/owner_names.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/way.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

static void
add_name(struct owner_names *names, char *name)
{
    if (name != NULL && name[0] != '\0' && names->count < OWNER_NAMES_MAX) {
        names->items[names->count++] = name;
    }
    else {
        free(name);
    }
}

void
owner_names_clear(struct owner_names *names)
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
add_names_of(struct owner_names *names, const struct ledger *ledger,
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

void
owner_names_find(struct owner_names *names, const struct ledger *ledger,
                 const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);
    const struct ledger_holder *above;

    names->count = 0;
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

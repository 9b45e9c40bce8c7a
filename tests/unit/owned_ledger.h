/*
 * owned_ledger - a small ledger with owners, in plain memory.
 */
#ifndef REFTALLY_TESTS_OWNED_LEDGER_H
#define REFTALLY_TESTS_OWNED_LEDGER_H

#include "ledger/reader.h"

#include <string.h>

enum { OWNED_LEDGER_ROOM = 16 };

static struct {
    struct ledger_header header;
    _Alignas(8) char strings[2048];
    uint32_t string_end;
    struct ledger_type types[OWNED_LEDGER_ROOM];
    struct ledger_holder holders[OWNED_LEDGER_ROOM];
    struct ledger_owned owned[OWNED_LEDGER_ROOM];
    struct ledger_owner owners[OWNED_LEDGER_ROOM];
    struct ledger_checkpoint checkpoints[OWNED_LEDGER_ROOM];
    struct ledger ledger;
} owned_ledger;

static inline ledger_string
owned_text(const char *text)
{
    uint32_t length = (uint32_t)strlen(text), at = owned_ledger.string_end;

    memcpy(owned_ledger.strings + at, &length, 4);
    memcpy(owned_ledger.strings + at + 4, text, length);
    owned_ledger.string_end = (at + 4 + length + 3) / 4 * 4;
    owned_ledger.ledger.views[LEDGER_STRINGS].used = owned_ledger.string_end;
    return at;
}

static inline uint32_t
owned_add(uint32_t table)
{
    return (uint32_t)owned_ledger.ledger.views[table].used++;
}

static inline uint32_t
owned_type(const char *name)
{
    uint32_t type = owned_add(LEDGER_TYPES);

    owned_ledger.types[type].name = owned_text(name);
    return type;
}

/* An object held by `parent` in the slot; its own name may be NULL. */
static inline uint32_t
owned_holder(uint32_t parent, const char *type, uint32_t slot_kind,
             const char *slot, uint64_t number, const char *name)
{
    uint32_t holder = owned_add(LEDGER_HOLDERS);

    owned_ledger.holders[holder] = (struct ledger_holder){
        .parent = parent,
        .kind = LEDGER_HOLDER_OBJECT,
        .type = owned_type(type),
        .slot_kind = slot_kind,
        .slot = slot == NULL ? 0 : owned_text(slot),
        .slot_number = number,
        .name = name == NULL ? 0 : owned_text(name),
    };
    return holder;
}

static inline const struct ledger_owner *
owned_owner(uint32_t holder, uint32_t slot_kind, const char *slot,
            uint64_t number)
{
    uint32_t owner = owned_add(LEDGER_OWNERS);

    owned_ledger.owners[owner] = (struct ledger_owner){
        .holder = holder,
        .slot_kind = slot_kind,
        .slot = slot == NULL ? 0 : owned_text(slot),
        .slot_number = number,
        .count = 1,
    };
    return &owned_ledger.owners[owner];
}

static inline void
owned_ledger_make(void)
{
    struct ledger *ledger = &owned_ledger.ledger;

    memset(&owned_ledger, 0, sizeof owned_ledger);
    owned_ledger.string_end = 4;
    ledger->header = &owned_ledger.header;
    ledger->views[LEDGER_STRINGS] =
        (struct ledger_view){ owned_ledger.strings, 4 };
    ledger->views[LEDGER_TYPES] = (struct ledger_view){ owned_ledger.types, 1 };
    ledger->views[LEDGER_HOLDERS] =
        (struct ledger_view){ owned_ledger.holders, 1 };
    ledger->views[LEDGER_OWNED] = (struct ledger_view){ owned_ledger.owned, 1 };
    ledger->views[LEDGER_CHECKPOINTS] =
        (struct ledger_view){ owned_ledger.checkpoints, 1 };
    ledger->views[LEDGER_OWNERS] =
        (struct ledger_view){ owned_ledger.owners, 1 };
}

#endif

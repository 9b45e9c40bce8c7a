#include "ledger/marks.h"

#include "ledger/hash.h"

static uint64_t
class_hash(const struct ledger_class *class)
{
    return hash_mix(hash_mix(hash_mix(1, class->type), class->birth),
                    class->account + ((uint64_t) class->kind << 32));
}

static void
double_slots(struct marks *marks)
{
    uint64_t used = *marks->store->tables[LEDGER_CLASSES].used;

    slots_double(&marks->classes);
    for (uint32_t i = 1; i < used; i++) {
        slots_add(&marks->classes, class_hash(store_class(marks->store, i)), i);
    }
}

/* The record of the class, which may be new; 0: no room. */
static uint32_t
find_class(struct marks *marks, struct ledger_class class)
{
    uint64_t hash = class_hash(&class);
    uint32_t slot = slots_first(&marks->classes, hash), found;

    while ((found = marks->classes.at[slot]) != 0) {
        const struct ledger_class *other = store_class(marks->store, found);

        if (other->type == class.type && other->birth == class.birth &&
            other->account == class.account && other->kind == class.kind) {
            return found;
        }
        slot = slots_next(&marks->classes, slot);
    }
    found = store_add(marks->store, LEDGER_CLASSES, 1);
    if (found != 0) {
        *store_class(marks->store, found) = class;
        slots_add(&marks->classes, hash, found);
        if (slots_are_crowded(&marks->classes)) {
            double_slots(marks);
        }
    }
    return found;
}

static uint32_t
class_of(struct marks *marks, uint32_t index,
         const struct ledger_account *account)
{
    bool alone = marks_stands_alone(account);

    return find_class(marks, (struct ledger_class){
                                 .type = account->type,
                                 .birth = alone ? 0 : account->birth,
                                 .account = alone ? index : 0,
                             });
}

static bool
count_accounts(struct marks *marks, struct ledger_checkpoint *checkpoint)
{
    uint64_t used = *marks->store->tables[LEDGER_ACCOUNTS].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_account *account = store_account(marks->store, i);
        uint32_t class;

        /* At 0 it is on its way out. */
        if (account->state == LEDGER_ACCOUNT_FREE || account->references <= 0 ||
            (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0) {
            continue;
        }
        class = class_of(marks, i, account);
        if (class == 0) {
            return false;
        }
        marks->states[class].alive++;
        marks->states[class].references += account->references;
        checkpoint->alive++;
        checkpoint->references += account->references;
    }
    return true;
}

/* Objects without an account: of each a reference is known, at least. */
static bool
count_kinds(struct marks *marks, struct ledger_checkpoint *checkpoint)
{
    uint64_t used = *marks->store->tables[LEDGER_KINDS].used;

    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_kind *kind = store_kind(marks->store, i);
        uint64_t alive = kind->alive - kind->accounts;
        uint32_t class;

        if (alive == 0) {
            continue;
        }
        class = find_class(
            marks, (struct ledger_class){ .type = kind->type, .kind = i });
        if (class == 0) {
            return false;
        }
        marks->states[class].alive = alive;
        marks->states[class].references = (int64_t)alive;
        checkpoint->alive += alive;
        checkpoint->references += (int64_t)alive;
    }
    return true;
}

static bool
has_changed(const struct marks_state *state)
{
    return state->alive != state->marked_alive ||
           state->references != state->marked_references;
}

/* All of it, or nothing. */
static uint32_t
write(struct marks *marks, const struct ledger_checkpoint *checkpoint)
{
    struct store *store = marks->store;
    uint64_t classes = *store->tables[LEDGER_CLASSES].used;
    uint32_t number = (uint32_t)*store->tables[LEDGER_CHECKPOINTS].used;
    uint32_t changed = 0, at;

    for (uint64_t i = 1; i < classes; i++) {
        changed += has_changed(&marks->states[i]);
    }
    at = changed > 0 ? store_add(store, LEDGER_MARKS, changed) : 1;
    if (at == 0) {
        return 0;
    }
    if (store_add(store, LEDGER_CHECKPOINTS, 1) == 0) {
        *store->tables[LEDGER_MARKS].used -= changed;
        return 0;
    }
    for (uint32_t i = 1; i < classes; i++) {
        struct marks_state *state = &marks->states[i];

        if (has_changed(state)) {
            *store_mark(store, at++) =
                (struct ledger_mark){ number, i, state->alive,
                                      state->references };
            state->marked_alive = state->alive;
            state->marked_references = state->references;
        }
    }
    *store_checkpoint(store, number) = *checkpoint;
    return number;
}

uint32_t
marks_take(struct marks *marks, struct ledger_checkpoint checkpoint)
{
    const struct ledger_header *header = marks->store->header;
    uint64_t classes = *marks->store->tables[LEDGER_CLASSES].used;
    uint32_t number = 0;

    for (uint64_t i = 1; i < classes; i++) {
        marks->states[i].alive = 0;
        marks->states[i].references = 0;
    }
    checkpoint.births = header->births;
    checkpoint.deaths = header->deaths;
    checkpoint.changes = header->changes_seen;
    checkpoint.alive = 0;
    checkpoint.references = 0;
    if (count_accounts(marks, &checkpoint) && count_kinds(marks, &checkpoint)) {
        number = write(marks, &checkpoint);
    }
    if (number == 0) {
        marks->store->header->checkpoints_dropped++;
    }
    return number;
}

/* ---- regions ---- */

enum { PASSES_MIN = 2 };

static void
look_at_references(struct marks *marks)
{
    uint64_t classes = *marks->store->tables[LEDGER_CLASSES].used;
    uint64_t types = *marks->store->tables[LEDGER_TYPES].used;

    for (uint64_t i = 1; i < types; i++) {
        marks->types[i].now = 0;
    }
    for (uint32_t i = 1; i < classes; i++) {
        struct marks_state *state = &marks->states[i];

        state->growth.now = state->references;
        marks->types[store_class(marks->store, i)->type].now +=
            state->references;
    }
}

/* Of all classes first, then of all types; NULL at the end. */
static struct marks_growth *
growth_at(const struct marks *marks, uint64_t index)
{
    uint64_t classes = *marks->store->tables[LEDGER_CLASSES].used;

    if (index < classes) {
        return &marks->states[index].growth;
    }
    index -= classes;
    return index < *marks->store->tables[LEDGER_TYPES].used
               ? &marks->types[index]
               : NULL;
}

void
marks_enter(struct marks *marks, bool anew)
{
    struct marks_growth *growth;

    look_at_references(marks);
    for (uint64_t i = 0; (growth = growth_at(marks, i)) != NULL; i++) {
        growth->entered = growth->now;
        if (anew) {
            growth->grown = 0;
            growth->rises = 0;
        }
    }
    if (anew) {
        marks->passes = 0;
    }
}

void
marks_leave(struct marks *marks)
{
    struct marks_growth *growth;

    look_at_references(marks);
    for (uint64_t i = 0; (growth = growth_at(marks, i)) != NULL; i++) {
        growth->grown += growth->now - growth->entered;
        growth->rises += growth->now > growth->entered;
    }
    marks->passes++;
}

uint64_t
marks_growing(const struct marks *marks)
{
    const struct marks_growth *growth;
    uint64_t growing = 0;

    if (marks->passes < PASSES_MIN) {
        return 0;
    }
    for (uint64_t i = 0; (growth = growth_at(marks, i)) != NULL; i++) {
        growing += growth->grown + 1 >= (int64_t)marks->passes &&
                   growth->rises > marks->passes / 2;
    }
    return growing;
}

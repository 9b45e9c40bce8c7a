#include "report/detect/overdrawn.h"

#include <stdlib.h>
#include <string.h>

#include "base/refcount_shape.h"
#include "report/detect/verdict_rules.h"
#include "report/evidence/code/release_code.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

struct overdrawn {
    uint64_t birthplace;
    uint64_t by;     /* so often it was released too often for certain */
    uint64_t owners; /* as the census found them, beyond its references: the
                        last of them let go of one that is dead */
    uint32_t type, account;
    bool dead; /* it was released when it was */
};

bool
overdrawn_is_gone(const struct ledger_account *account)
{
    return (account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0 &&
           account->references <= 0;
}

static int
compare(const void *a, const void *b)
{
    const struct overdrawn *left = (const struct overdrawn *)a;
    const struct overdrawn *right = (const struct overdrawn *)b;

    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    if (left->birthplace != right->birthplace) {
        return left->birthplace < right->birthplace ? -1 : 1;
    }
    return (left->account > right->account) - (left->account < right->account);
}

static void
add_group(const struct unowned *unowned, const struct overdrawn *group,
          size_t count, struct suspects *suspects)
{
    struct suspect *added;
    uint64_t references = 0, owners = 0, fall = 0;
    bool dead = false;

    for (size_t i = 0; i < count; i++) {
        references +=
            group[i].by > group[i].owners ? group[i].by : group[i].owners;
        owners += group[i].owners;
        fall += group[i].by;
        dead |= group[i].dead;
    }
    if (!dead && count < OBJECTS_UNOWNED && references < REFERENCES_UNOWNED) {
        return;
    }
    added = suspects_add(suspects,
                         (struct suspect){ .verdict = VERDICT_DEFICIT,
                                           .type = group[0].type,
                                           .references = references,
                                           .fall = fall / count,
                                           .proved = dead,
                                           .plain = owners >= REFERENCES_MIN });
    added->more_objects = unowned_more_overdrawn(unowned, group[0].account);
    added->more_references = added->more_objects * added->fall;
    added->accounts = (uint32_t *)memory_zeroed(count, sizeof(uint32_t));
    for (size_t i = 0; i < count; i++) {
        added->accounts[added->account_count++] = group[i].account;
    }
}

/* Of an object that was dead: is that what its last change was? */
static bool
was_released(const struct inputs *inputs, const struct ledger_account *account)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_entry *last = NULL;
    const struct ledger_node *node;

    for (uint32_t e = account->entries; e != 0;) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        if (last == NULL || entry->last > last->last) {
            last = entry;
        }
        e = entry->next;
    }
    if (last == NULL || last->tag == 0) {
        return false;
    }
    node = ledger_node_at(ledger, last->tag);
    return node->kind == LEDGER_NODE_SITE &&
           release_code_asks(inputs->symbols, (uint32_t)node->value,
                             inputs->code);
}

/* By what raises counts, and nowhere in code that takes objects apart. */
static bool
was_taken_by_user(const struct inputs *inputs, uint32_t tag)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_node *node = ledger_node_at(ledger, tag);
    struct stack stack = { 0 };
    bool user;

    if (node->kind != LEDGER_NODE_SITE ||
        ledger_site_at(ledger, (uint32_t)node->value)->operation !=
            OPERATION_ADD) {
        return false;
    }
    stacks_fill(inputs->stacks, tag, &stack);
    user = stack.relevant > 0;
    for (size_t f = 0; f < stack.relevant && !stack.frames[f].evaluator; f++) {
        uint32_t function = stack.frames[f].function;

        user &= (symbols_function(inputs->symbols, function)->flags &
                 FUNCTION_DISPOSER) == 0;
    }
    stack_clear(&stack);
    return user;
}

/*
 * It was dead, and somebody who knew it still took it again. What is added to
 * in freed memory may as well be another count of the program's, which goes on
 * then: this is to be asked of one that came to no good end.
 */
static bool
was_taken_dead(const struct inputs *inputs,
               const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_BORN && account->references > 0 &&
           (account->flags & LEDGER_ACCOUNT_BURIED) != 0 &&
           account->taken_entry != 0 &&
           was_taken_by_user(
               inputs,
               ledger_entry_at(inputs->ledger, account->taken_entry)->tag);
}

/* Nobody can give back what stands in static data, and its count reached zero:
 * as a release was recorded, or as it was read at the end. */
static bool
is_data_at_end(const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_ADOPTED &&
           ((account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0
                ? account->references <= 0
                : (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0 &&
                      account->references < 0);
}

/* By what was recorded, but one at least. */
static uint64_t
net_loss(const struct ledger *ledger, const struct ledger_account *account)
{
    uint64_t taken = 0, released = 0;

    for (uint32_t e = account->entries; e != 0;) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        taken += entry->taken;
        released += entry->released;
        e = entry->next;
    }
    return released > taken ? released - taken : 1;
}

/* What is looked for. */
struct search {
    const struct inputs *inputs;
    const struct unowned *unowned;
    bool asked; /* a census knows who owns what */
    bool fault; /* the program ended by one */
};

/* As its end shows; 0: it does not. */
static uint64_t
missing_at_end(const struct inputs *inputs,
               const struct ledger_account *account)
{
    if (is_data_at_end(account)) {
        return net_loss(inputs->ledger, account);
    }
    if ((account->flags & LEDGER_ACCOUNT_OVERDRAWN) == 0) {
        return 0;
    }
    if (account->references < 0) {
        return was_released(inputs, account) ? (uint64_t)-account->references
                                             : 0;
    }
    /* Taken, or held, when its memory was free. */
    return account->state == LEDGER_ACCOUNT_BORN &&
           (account->flags & LEDGER_ACCOUNT_KEPT) != 0 &&
           account->references == 0;
}

/* Sets `by`, and whether it was dead. False: it was not released too often. */
static bool
is_overdrawn(const struct search *search, const struct ledger_account *account,
             struct overdrawn *one)
{
    one->owners =
        search->asked && (account->flags & LEDGER_ACCOUNT_OVERDRAWN) != 0
            ? unowned_overdrawn(search->unowned, account)
            : 0;
    one->by = search->fault && was_taken_dead(search->inputs, account)
                  ? 1
                  : missing_at_end(search->inputs, account);
    one->dead = one->by > 0;
    if (account->references < 0 && !one->dead) {
        return false;
    }
    if (!one->dead) {
        one->by = one->owners;
    }
    return one->by > 0;
}

void
overdrawn_suspects(const struct inputs *inputs, const struct unowned *unowned,
                   bool asked, const bool *spoken_for,
                   struct suspects *suspects)
{
    const struct ledger *ledger = inputs->ledger;
    struct search search = { inputs, unowned, asked,
                             ledger_ended_by_fault(ledger) };
    struct overdrawn *all = NULL;
    size_t count = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);
        struct overdrawn one = { .type = account->type, .account = i };

        if (account->state == LEDGER_ACCOUNT_FREE || spoken_for[i] ||
            !is_overdrawn(&search, account, &one)) {
            continue;
        }
        one.birthplace = stacks_birthplace(inputs->stacks, account->birth);
        all = (struct overdrawn *)memory_room(all, count, sizeof *all);
        all[count++] = one;
    }
    if (count > 0) {
        qsort(all, count, sizeof *all, compare);
    }
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && all[end].type == all[start].type &&
                              all[end].birthplace == all[start].birthplace;
             end++) {
        }
        add_group(unowned, &all[start], end - start, suspects);
    }
    free(all);
}

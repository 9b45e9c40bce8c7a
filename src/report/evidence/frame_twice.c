#include "report/evidence/frame_twice.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"
#include "report/symbols/stacks.h"
#include "report/text/memory.h"

/* What the count may differ by: a call that lives, one that took elsewhere. */
static uint64_t
slack(uint64_t again)
{
    return again / FRAME_TWICE_MIN + (again > 1);
}

/* The entries of an account, which may be thousands, in the order of their tags. */
struct by_tag {
    const struct ledger_entry **items; /* NULL: nobody has asked */
    size_t count;
};

static int
compare_tags(const void *a, const void *b)
{
    uint32_t left = (*(const struct ledger_entry *const *)a)->tag;
    uint32_t right = (*(const struct ledger_entry *const *)b)->tag;

    return (left > right) - (left < right);
}

static void
sort_by_tag(const struct ledger *ledger, const struct ledger_account *account,
            struct by_tag *sorted)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        sorted->items = (const struct ledger_entry **)memory_room(
            sorted->items, sorted->count, sizeof *sorted->items);
        sorted->items[sorted->count++] = ledger_entry_at(ledger, e);
    }
    if (sorted->count > 0) {
        qsort(sorted->items, sorted->count, sizeof *sorted->items,
              compare_tags);
    }
}

static const struct ledger_entry *
entry_of_tag(const struct ledger *ledger, const struct ledger_account *account,
             struct by_tag *sorted, uint32_t tag)
{
    const struct ledger_entry wanted = { .tag = tag }, *key = &wanted;
    const struct ledger_entry *const *found;

    if (sorted->items == NULL) {
        sort_by_tag(ledger, account, sorted);
    }
    found = (const struct ledger_entry *const *)bsearch(
        &key, sorted->items, sorted->count, sizeof *sorted->items,
        compare_tags);
    return found != NULL ? *found : NULL;
}

bool
frame_twice_is_set_up(const struct ledger *ledger, uint32_t python)
{
    static const char name[] = "COPY_FREE_VARS";
    uint32_t length;
    const char *opcode = ledger_text(
        ledger, ledger_python_node_at(ledger, python)->opcode, &length);

    return python != 0 && opcode != NULL && length == sizeof name - 1 &&
           memcmp(opcode, name, length) == 0;
}

static bool
in_interpreter(const struct inputs *inputs, uint32_t tag)
{
    struct stack stack = { 0 };
    bool inside = true;

    stacks_fill(inputs->stacks, tag, &stack);
    if (stack.count > 0 && stack.frames[0].place->image != 0) {
        inside = ledger_image_is_interpreters(inputs->ledger,
                                              stack.frames[0].place->image);
    }
    stack_clear(&stack);
    return inside;
}

/*
 * The caller had not got beyond its call yet when the first place took, and that
 * is not the interpreter's own: somebody else makes this frame. Then once is
 * enough.
 */
static bool
frame_is_made_elsewhere(const struct inputs *inputs,
                        const struct ledger_entry *first,
                        const struct ledger_entry *second)
{
    return frame_twice_is_set_up(inputs->ledger, second->python) &&
           first->python != 0 &&
           ledger_python_node_at(inputs->ledger, second->python)->parent ==
               first->python &&
           !in_interpreter(inputs, first->tag);
}

/* Of one activation, as far as code and callers tell. */
static bool
same_python_frame(const struct ledger *ledger, uint32_t a, uint32_t b)
{
    const struct ledger_python_node *left = ledger_python_node_at(ledger, a);
    const struct ledger_python_node *right = ledger_python_node_at(ledger, b);

    return a != 0 && b != 0 && left->code == right->code &&
           left->parent == right->parent;
}

/* What a frame takes later is what its code loads. */
static bool
is_first_instruction(const struct ledger *ledger, uint32_t python)
{
    return python == 0 ||
           ledger_python_node_at(ledger, python)->instruction == 0;
}

/*
 * One is the first instruction of an evaluation that the other's own C caller
 * started.
 */
static bool
is_below_the_other(const struct inputs *inputs,
                   const struct ledger_entry *first,
                   const struct ledger_entry *second)
{
    struct stack a = { 0 }, b = { 0 };
    size_t common;
    bool inside;

    if (same_python_frame(inputs->ledger, first->python, second->python)) {
        return false;
    }
    stacks_fill(inputs->stacks, first->tag, &a);
    stacks_fill(inputs->stacks, second->tag, &b);
    common = stack_common(&a, &b);
    inside = common > 0 && !a.frames[a.relevant - common].evaluator &&
             ((a.relevant > common && a.frames[0].evaluator) !=
              (b.relevant > common && b.frames[0].evaluator)) &&
             is_first_instruction(inputs->ledger, a.frames[0].evaluator
                                                      ? first->python
                                                      : second->python);
    /* Without names, what the evaluator's code is split into looks like
       functions that it calls: then only a census can tell. */
    inside = inside && (owners_known(inputs->owners) || a.frames[0].line != 0 ||
                        b.frames[0].line != 0);
    stack_clear(&a);
    stack_clear(&b);
    return inside;
}

static bool
sets_up_one_frame(const struct inputs *inputs, const struct ledger_entry *first,
                  const struct ledger_entry *second)
{
    if (second->again < FRAME_TWICE_MIN) {
        return frame_is_made_elsewhere(inputs, first, second);
    }
    return frame_twice_is_set_up(inputs->ledger, first->python) ||
           frame_twice_is_set_up(inputs->ledger, second->python) ||
           is_below_the_other(inputs, first, second);
}

/* By the last look at who owns what. */
static bool
each_has_an_owner(const struct inputs *inputs, uint32_t account)
{
    const struct ledger_owned *owned;

    if (!owners_known(inputs->owners) || !owners_saw(inputs->owners, account)) {
        return false;
    }
    owned = owners_of(inputs->owners, account);
    return owned == NULL || owners_surplus(owned) == 0;
}

/* The entry that took again most often. */
static const struct ledger_entry *
find_second(const struct inputs *inputs, const struct ledger_account *account,
            uint64_t net, const struct ledger_entry **first_out)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_entry *second = NULL;
    struct by_tag sorted = { 0 };

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e), *first;

        if (entry->again == 0 || entry->again_tag == 0 ||
            (second != NULL && entry->again <= second->again)) {
            continue;
        }
        first = entry_of_tag(ledger, account, &sorted, entry->again_tag);
        /* The surplus must be what was taken again. */
        if (first != NULL && first != entry &&
            first->taken + slack(entry->again) >= entry->again &&
            net + slack(entry->again) >= entry->again &&
            sets_up_one_frame(inputs, first, entry)) {
            *first_out = first;
            second = entry;
        }
    }
    free(sorted.items);
    return second;
}

bool
frame_twice_find(const struct inputs *inputs, uint32_t index,
                 struct frame_twice *out)
{
    const struct ledger *ledger = inputs->ledger;
    const struct ledger_account *account = ledger_account_at(ledger, index);
    const struct ledger_entry *second, *first = NULL;
    int64_t net = 0;

    if (account->state == LEDGER_ACCOUNT_FREE) {
        return false; /* its entries are those of others */
    }
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        net += (int64_t)entry->taken - entry->released;
    }
    if (net <= 0) {
        return false;
    }
    second = find_second(inputs, account, (uint64_t)net, &first);
    if (second == NULL || each_has_an_owner(inputs, index)) {
        return false;
    }
    *out = (struct frame_twice){
        .first_place = stacks_birthplace(inputs->stacks, first->tag),
        .second_place = stacks_birthplace(inputs->stacks, second->tag),
        .type = account->type,
        .account = index,
        .first_tag = first->tag,
        .second_tag = second->tag,
        .first_python = first->python,
        .second_python = second->python,
        .first_taken = first->taken,
        .second_taken = second->taken,
        .again = second->again,
        .references =
            (uint64_t)net < second->again ? (uint64_t)net : second->again,
    };
    return true;
}

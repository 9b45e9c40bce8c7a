#include "report/detect/taken_twice.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/account_sum.h"
#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* Fewer may be chance. */
enum { AGAIN_MIN = 10 };

/* An object, and the two places that took it in the same frames. */
struct twice {
    uint64_t first_place, second_place; /* stacks_birthplace of the tags */
    uint32_t type;
    uint32_t account;
    uint32_t first_tag, second_tag;
    uint32_t first_python, second_python;
    uint64_t first_taken, second_taken;
    uint64_t references;
};

static const struct ledger_entry *
entry_of_tag(const struct ledger *ledger, const struct ledger_account *account,
             uint32_t tag)
{
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        if (ledger_entry_at(ledger, e)->tag == tag) {
            return ledger_entry_at(ledger, e);
        }
    }
    return NULL;
}

static bool
is_copying_opcode(const struct ledger *ledger, uint32_t python)
{
    static const char name[] = "COPY_FREE_VARS";
    uint32_t length;
    const char *opcode = ledger_text(
        ledger, ledger_python_node_at(ledger, python)->opcode, &length);

    return python != 0 && opcode != NULL && length == sizeof name - 1 &&
           memcmp(opcode, name, length) == 0;
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

/*
 * In ordinary code one frame takes an object many times: each load does. What
 * is wrong is a frame that is given an object by the code that made it and then
 * takes it once more while it sets itself up.
 */
static bool
sets_up_one_frame(struct report *report, const struct ledger_entry *first,
                  const struct ledger_entry *second)
{
    struct stack a = { 0 }, b = { 0 };
    size_t common;
    bool inside;

    if (is_copying_opcode(report->inputs.ledger, first->python) ||
        is_copying_opcode(report->inputs.ledger, second->python)) {
        return true;
    }
    if (same_python_frame(report->inputs.ledger, first->python,
                          second->python)) {
        return false;
    }
    /* One below an evaluation that the other's own C caller started. */
    stacks_fill(report->inputs.stacks, first->tag, &a);
    stacks_fill(report->inputs.stacks, second->tag, &b);
    common = stack_common(&a, &b);
    inside = common > 0 && !a.frames[a.relevant - common].evaluator &&
             ((a.relevant > common && a.frames[0].evaluator) !=
              (b.relevant > common && b.frames[0].evaluator));
    /* Without names, what the evaluator's code is split into looks like
       functions that it calls: then only a census can tell. */
    inside = inside && (owners_known(report->inputs.owners) ||
                        a.frames[0].line != 0 || b.frames[0].line != 0);
    stack_clear(&a);
    stack_clear(&b);
    return inside;
}

/* By the last look at who owns what. */
static bool
each_has_an_owner(const struct report *report, uint32_t account)
{
    const struct ledger_owned *owned;

    if (!owners_known(report->inputs.owners) ||
        !owners_saw(report->inputs.owners, account)) {
        return false;
    }
    owned = owners_of(report->inputs.owners, account);
    return owned == NULL || owners_surplus(owned) == 0;
}

static bool
examine(struct report *report, uint32_t index, struct twice *twice)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *account = ledger_account_at(ledger, index);
    const struct ledger_entry *second = NULL, *first;
    int64_t net = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(ledger, e);

        net += (int64_t)entry->taken - entry->released;
        if (entry->again >= AGAIN_MIN && entry->again_tag != 0 &&
            (second == NULL || entry->again > second->again)) {
            second = entry;
        }
    }
    if (second == NULL || net <= 0) {
        return false;
    }
    first = entry_of_tag(ledger, account, second->again_tag);
    /* The surplus must be what was taken again, give or take a frame. */
    if (first == NULL || first == second || first->taken < second->again ||
        (uint64_t)net < second->again - second->again / 10 ||
        !sets_up_one_frame(report, first, second) ||
        each_has_an_owner(report, index)) {
        return false;
    }
    *twice = (struct twice){
        .first_place = stacks_birthplace(report->inputs.stacks, first->tag),
        .second_place = stacks_birthplace(report->inputs.stacks, second->tag),
        .type = account->type,
        .account = index,
        .first_tag = first->tag,
        .second_tag = second->tag,
        .first_python = first->python,
        .second_python = second->python,
        .first_taken = first->taken,
        .second_taken = second->taken,
        .references =
            (uint64_t)net < second->again ? (uint64_t)net : second->again,
    };
    return true;
}

static int
compare_places(const struct twice *left, const struct twice *right)
{
    uint64_t a[] = { left->type, left->first_place, left->second_place };
    uint64_t b[] = { right->type, right->first_place, right->second_place };

    for (int i = 0; i < 3; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

static int
compare_twice(const void *a, const void *b)
{
    const struct twice *left = (const struct twice *)a;
    const struct twice *right = (const struct twice *)b;
    int order = compare_places(left, right);

    return order != 0 ? order
                      : (left->account > right->account) -
                            (left->account < right->account);
}

/* The code that made the frame comes first: mostly, it can be changed. */
static bool
in_interpreter(struct report *report, uint32_t tag)
{
    struct stack stack = { 0 };
    bool inside = false;

    stacks_fill(report->inputs.stacks, tag, &stack);
    if (stack.count > 0 && stack.frames[0].place->image != 0) {
        inside = (ledger_image_at(report->inputs.ledger,
                                  stack.frames[0].place->image)
                      ->flags &
                  LEDGER_IMAGE_MAIN) != 0;
    }
    stack_clear(&stack);
    return inside;
}

static int
compare_released(const void *a, const void *b)
{
    const struct tag_sum *left = (const struct tag_sum *)a;
    const struct tag_sum *right = (const struct tag_sum *)b;

    if (left->released != right->released) {
        return left->released < right->released ? 1 : -1;
    }
    return (left->tag > right->tag) - (left->tag < right->tag);
}

static void
add_site(struct finding *finding, struct finding_site site)
{
    finding->sites = (struct finding_site *)memory_room(
        finding->sites, finding->site_count, sizeof *finding->sites);
    finding->sites[finding->site_count++] = site;
}

/* Each object counts at its own tags: unrolled loops have several sites. */
static void
add_takings(struct report *report, struct finding *finding,
            const struct twice *group, size_t size)
{
    struct finding_site sites[2] = {
        { .role = ROLE_TAKEN,
          .blame = .5,
          .tag = group[0].first_tag,
          .python = group[0].first_python },
        { .role = ROLE_TAKEN,
          .blame = .5,
          .tag = group[0].second_tag,
          .python = group[0].second_python },
    };
    bool swap = in_interpreter(report, sites[0].tag) &&
                !in_interpreter(report, sites[1].tag);

    for (size_t i = 0; i < size; i++) {
        sites[0].count += group[i].first_taken;
        sites[1].count += group[i].second_taken;
    }
    add_site(finding, sites[swap ? 1 : 0]);
    add_site(finding, sites[swap ? 0 : 1]);
}

/* The releases that answer one of the two: the largest, and its equals. */
static void
add_releases(struct finding *finding, struct tag_sum *sums, size_t count)
{
    qsort(sums, count, sizeof *sums, compare_released);
    for (size_t i = 0; i < count && sums[i].released > 0; i++) {
        if (sums[i].released < sums[0].released / 2) {
            break;
        }
        add_site(finding, (struct finding_site){ .role = ROLE_RELEASED,
                                                 .count = sums[i].released,
                                                 .tag = sums[i].tag,
                                                 .python = sums[i].python });
    }
}

static void
add_finding(struct report *report, const struct twice *group, size_t size,
            bool *spoken_for)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t *accounts = (uint32_t *)memory_zeroed(size, sizeof *accounts);
    struct finding *finding;
    struct tag_sum *sums;
    size_t sum_count;

    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    finding = &report->findings[report->finding_count++];
    *finding = (struct finding){
        .verdict = VERDICT_SURPLUS,
        .type = ledger_printable(ledger,
                                 ledger_type_at(ledger, group[0].type)->name),
        .objects = size,
        .taken_twice = true,
        .confidence = 1,
        .example = ledger_account_at(ledger, group[0].account)->object,
        .typical = group[size / 2].account,
    };
    for (size_t i = 0; i < size; i++) {
        accounts[i] = group[i].account;
        spoken_for[group[i].account] = true;
        finding->references += group[i].references;
    }
    finding->growth = growth_of_accounts(report->inputs.growth, accounts, size);
    sums = account_sum(ledger, accounts, size, &sum_count);
    owners_describe(&report->inputs, accounts, size, &finding->owners);
    add_takings(report, finding, group, size);
    add_releases(finding, sums, sum_count);
    free(sums);
    free(accounts);
}

void
taken_twice_find(struct report *report, bool *spoken_for)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct twice *found = NULL;
    size_t count = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        struct twice twice;

        if (ledger_account_at(ledger, i)->state != LEDGER_ACCOUNT_FREE &&
            examine(report, i, &twice)) {
            found = (struct twice *)memory_room(found, count, sizeof *found);
            found[count++] = twice;
        }
    }
    if (count > 0) {
        qsort(found, count, sizeof *found, compare_twice);
    }
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1;
             end < count && compare_places(&found[start], &found[end]) == 0;
             end++) {
        }
        add_finding(report, found + start, end - start, spoken_for);
    }
    free(found);
}

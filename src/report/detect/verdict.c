#include "report/detect/verdict.h"

#include <stdlib.h>

#include "report/detect/overdrawn.h"
#include "report/detect/verdict_rules.h"
#include "report/text/memory.h"

static int
compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int
compare_members(const void *a, const void *b)
{
    const struct member *left = (const struct member *)a;
    const struct member *right = (const struct member *)b;
    int order = compare_numbers(left->type, right->type);

    order = order != 0 ? order
                       : compare_numbers(left->birthplace, right->birthplace);
    order = order != 0 ? order : compare_numbers(left->serial, right->serial);
    return order != 0 ? order : compare_numbers(left->account, right->account);
}

static int
compare_suspects(const void *a, const void *b)
{
    const struct suspect *left = (const struct suspect *)a;
    const struct suspect *right = (const struct suspect *)b;
    int order = compare_numbers(right->references, left->references);

    order = order != 0
                ? order
                : compare_numbers(right->account_count, left->account_count);
    return order != 0 ? order
                      : compare_numbers(left->accounts[0], right->accounts[0]);
}

bool
verdict_possible(const struct report *report)
{
    return report->end == END_FINISHED ||
           report->inputs.ledger->header->snapshot != 0;
}

static size_t
objects_least(const struct report *report)
{
    return growth_is_by_region(report->inputs.growth) ? OBJECTS_BY_PASSES
                                                      : OBJECTS_UNOWNED;
}

/* Those that a region made are one group, what is older is none. */
static uint64_t
birthplace_of(const struct report *report, const struct ledger_account *account)
{
    bool counts =
        !growth_is_by_region(report->inputs.growth) ||
        growth_was_born_inside(report->inputs.growth, account->serial);

    return account->state == LEDGER_ACCOUNT_BORN && counts
               ? stacks_birthplace(report->inputs.stacks, account->birth)
               : 0;
}

static size_t
collect_members(struct report *report, const bool *spoken_for, uint64_t *living,
                struct member *members)
{
    const struct ledger *ledger = report->inputs.ledger;
    size_t count = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state == LEDGER_ACCOUNT_FREE ||
            overdrawn_is_gone(account)) {
            continue;
        }
        report->alive++;
        living[account->type]++;
        /* On its way out when the recording ended; but None never is. */
        if ((account->references > 0 ||
             (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0) &&
            !spoken_for[i]) {
            members[count++] = (struct member){
                .birthplace = birthplace_of(report, account),
                .type = account->type,
                .account = i,
                .serial = account->serial,
            };
        }
    }
    return count;
}

/* Whether the objects of the suspect were born by this instruction. */
static bool
is_born_by(const struct ledger *ledger, const struct suspect *suspect,
           uint32_t site)
{
    uint32_t tag = ledger_account_at(ledger, suspect->accounts[0])->birth;
    const struct ledger_node *node = ledger_node_at(ledger, tag);

    return tag != 0 && node->kind == LEDGER_NODE_SITE && node->value == site;
}

/*
 * Where one statement has several kinds of birth, some may be too few for an
 * account: they belong to the most that are like them.
 */
static void
add_strays(const struct ledger *ledger, const struct unowned *unowned,
           struct suspects *suspects)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_KINDS); i++) {
        const struct ledger_kind *kind = ledger_kind_at(ledger, i);
        struct suspect *most = NULL;

        if (kind->unowned == 0 || unowned_speaks_for(unowned, i)) {
            continue;
        }
        for (size_t s = 0; s < suspects->count; s++) {
            struct suspect *suspect = &suspects->items[s];

            if (suspect->verdict == VERDICT_SURPLUS &&
                suspect->type == kind->type && suspect->account_count > 1 &&
                is_born_by(ledger, suspect, kind->site) &&
                (most == NULL ||
                 suspect->account_count > most->account_count)) {
                most = suspect;
            }
        }
        if (most != NULL) {
            most->more_objects += kind->unowned;
            most->more_references += kind->unowned_references;
        }
    }
}

void
verdict_suspects(struct report *report, const struct unowned *unowned,
                 bool *spoken_for, struct suspects *suspects)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct healthy *healthy;
    uint64_t *living = (uint64_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_TYPES) + 1, sizeof *living);
    struct member *members = (struct member *)memory_zeroed(
        ledger_used(ledger, LEDGER_ACCOUNTS), sizeof *members);
    size_t count = collect_members(report, spoken_for, living, members);

    overdrawn_suspects(&report->inputs, unowned, verdict_possible(report),
                       spoken_for, suspects);
    if (count > 0 && verdict_possible(report)) {
        healthy = healthy_create(ledger, report->inputs.stacks);
        qsort(members, count, sizeof *members, compare_members);
        for (size_t start = 0, end; start < count; start = end) {
            size_t alone;

            for (end = start + 1;
                 end < count && members[end].type == members[start].type &&
                 members[end].birthplace == members[start].birthplace;
                 end++) {
            }
            alone = end - start;
            if (members[start].birthplace != 0 &&
                end - start +
                        verdict_more(unowned, members + start, end - start) >=
                    objects_least(report)) {
                alone = verdict_group(report, healthy, unowned, spoken_for,
                                      members + start, end - start, suspects);
            }
            for (size_t i = start; i < start + alone; i++) {
                verdict_alone(report, living, unowned, members[i].account,
                              suspects);
            }
        }
        healthy_free(healthy);
        add_strays(ledger, unowned, suspects);
    }
    for (size_t i = 0; i < suspects->count; i++) {
        for (size_t a = 0; a < suspects->items[i].account_count; a++) {
            spoken_for[suspects->items[i].accounts[a]] = true;
        }
    }
    if (suspects->count > 0) {
        qsort(suspects->items, suspects->count, sizeof *suspects->items,
              compare_suspects);
    }
    free(living);
    free(members);
}

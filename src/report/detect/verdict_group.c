#include "report/detect/verdict_rules.h"

#include <stdlib.h>

#include "report/detect/held.h"
#include "report/text/memory.h"

static bool
is_kept(const struct report *report, const struct ledger_account *account)
{
    if ((stacks_flags(report->inputs.stacks, account->birth) &
         FUNCTION_IMPORT) != 0) {
        return true;
    }
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(report->inputs.ledger, e)->next) {
        uint32_t tag = ledger_entry_at(report->inputs.ledger, e)->tag;

        if ((stacks_flags(report->inputs.stacks, tag) & FUNCTION_INTERN) != 0) {
            return true;
        }
    }
    return false;
}

/* Not only the one that happens to be the first: an import makes one of what a
 * program makes again and again. */
static bool
most_are_kept(const struct report *report, const struct member *members,
              size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        kept += is_kept(report, ledger_account_at(report->inputs.ledger,
                                                  members[i].account));
    }
    return 2 * kept > count;
}

/* The members that may be too many, first; the references of these. */
static size_t
keep_unowned(struct report *report, const struct unowned *unowned, bool doubt,
             bool lost, bool *spoken_for, struct member *members, size_t count,
             uint64_t *references)
{
    size_t kept = 0;

    *references = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ledger_account *account =
            ledger_account_at(report->inputs.ledger, members[i].account);
        uint64_t surplus;
        enum ownership ownership = unowned_find(unowned, account, &surplus);

        switch (ownership) {
        case OWNERSHIP_OWNED:
        case OWNERSHIP_ADRIFT:
        case OWNERSHIP_LOST:
            surplus = doubt || (lost && ownership == OWNERSHIP_LOST)
                          ? unowned_doubtful(unowned, account)
                          : 0;
            if (surplus == 0) {
                report->silent[SILENCE_HELD]++;
                spoken_for[members[i].account] = true;
                continue;
            }
            members[kept].unowned = true;
            break;
        case OWNERSHIP_UNKNOWN:
            surplus =
                account->references > 0 ? (uint64_t)account->references : 0;
            break;
        case OWNERSHIP_SURPLUS:
            members[kept].unowned = true;
            break;
        }
        members[kept].account = members[i].account;
        *references += surplus;
        kept++;
    }
    return kept;
}

/* Over enough checkpoints to tell; else GROWTH_UNKNOWN. */
static struct growth_line
growth_of_members(const struct report *report, const struct member *members,
                  size_t count)
{
    struct growth_line line = { .kind = GROWTH_UNKNOWN };
    uint32_t *accounts;

    if (growth_points(report->inputs.growth) < CHECKPOINTS_MIN) {
        return line;
    }
    accounts = (uint32_t *)memory_zeroed(count, sizeof *accounts);
    for (size_t i = 0; i < count; i++) {
        accounts[i] = members[i].account;
    }
    line = growth_of_accounts(report->inputs.growth, accounts, count);
    free(accounts);
    return line;
}

/* Rules 9 and 10: are there so many of the kind? */
static bool
has_members(const struct report *report, const struct unowned *unowned,
            const struct member *members, size_t count, enum ownership wanted,
            size_t least)
{
    size_t found = 0;

    for (size_t i = 0; i < count && found < least; i++) {
        uint64_t surplus;

        found += unowned_find(unowned,
                              ledger_account_at(report->inputs.ledger,
                                                members[i].account),
                              &surplus) == wanted;
    }
    return found == least;
}

/* Rule 8: has it stopped, and did not go on behind the last checkpoint? */
static bool
has_stopped(const struct growth_line *line, uint64_t references)
{
    return (line->kind == GROWTH_NONE || line->kind == GROWTH_FALLS ||
            line->kind == GROWTH_SATURATES) &&
           line->last >= .9 * (double)references;
}

/* No group: those that lack owners come first, each to be judged alone. */
static size_t
leave_alone(struct report *report, enum silence silence, struct member *members,
            size_t count)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        if (members[i].unowned) {
            members[left++] = members[i];
        }
    }
    report->silent[silence] += count - left;
    return left;
}

/* Rules 1, 7 and 8. */
static size_t
least_of(const struct report *report, bool unowned, bool grows)
{
    if (grows && growth_is_by_region(report->inputs.growth)) {
        return OBJECTS_BY_PASSES;
    }
    return unowned || grows ? OBJECTS_UNOWNED : GROUP_OBJECTS_MIN;
}

/* Those of the same kinds that are only counted. */
static void
count_more(const struct unowned *unowned, bool doubt,
           const struct member *members, size_t count, struct suspect *suspect)
{
    struct unowned_more sum = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct unowned_more more =
            unowned_more(unowned, members[i].account, doubt);

        sum.objects += more.objects;
        sum.references += more.references;
    }
    suspect->more_objects = (uint64_t)(sum.objects + .5);
    suspect->more_references = (uint64_t)(sum.references + .5);
}

size_t
verdict_more(const struct unowned *unowned, const struct member *members,
             size_t count)
{
    struct suspect sum;

    count_more(unowned, false, members, count, &sum);
    return (size_t)sum.more_objects;
}

/* Rule 15: what was as many before it, and was not lost. */
static bool
is_in_use(struct report *report, const struct unowned *unowned,
          bool *spoken_for, const struct member *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct ledger_account *account =
            ledger_account_at(report->inputs.ledger, members[i].account);

        if (members[i].unowned || !unowned_is_younger(unowned, account) ||
            !growth_had_many(report->inputs.growth, account->type,
                             account->birth)) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        spoken_for[members[i].account] = true;
    }
    report->silent[SILENCE_IN_USE] += count;
    return true;
}

size_t
verdict_group(struct report *report, const struct healthy *healthy,
              const struct unowned *unowned, bool *spoken_for,
              struct member *members, size_t count, struct suspects *suspects)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint64_t references;
    uint64_t alike =
        healthy_objects(healthy, members[0].type, members[0].birthplace);
    struct growth_line line = growth_of_members(report, members, count);
    bool grows = line.kind == GROWTH_LINEAR;
    const struct ledger_account *first =
        ledger_account_at(ledger, members[0].account);
    bool doubt = (grows && !held_tells_of(report, first)) ||
                 has_members(report, unowned, members, count, OWNERSHIP_SURPLUS,
                             OBJECTS_UNOWNED);
    bool lost = has_members(report, unowned, members, count, OWNERSHIP_LOST,
                            OBJECTS_LOST);
    size_t kept = keep_unowned(report, unowned, doubt, lost, spoken_for,
                               members, count, &references);
    size_t all = kept + verdict_more(unowned, members, kept);
    struct suspect *suspect;

    if (kept == 0 || (all == kept &&
                      is_in_use(report, unowned, spoken_for, members, kept))) {
        return 0;
    }
    if (stacks_in_setup(report->inputs.stacks, first->birth) ||
        (all < KEPT_MAX && most_are_kept(report, members, kept))) {
        return leave_alone(report, SILENCE_SETUP, members, kept);
    }
    if (all < least_of(report, members[0].unowned, grows)) {
        return leave_alone(report, SILENCE_FEW, members, kept);
    }
    if (!members[0].unowned && all < STRAGGLERS_MAX &&
        alike / STRAGGLER_SHARE >= all) {
        report->silent[SILENCE_STRAGGLER] += kept;
        return 0;
    }
    if (!members[0].unowned && has_stopped(&line, references)) {
        report->silent[SILENCE_STEADY] += kept;
        return 0;
    }
    if (!grows && unowned_is_cut(unowned)) {
        report->silent[SILENCE_UNASKED] += kept;
        return 0;
    }
    suspect =
        suspects_add(suspects, (struct suspect){ .verdict = VERDICT_SURPLUS,
                                                 .type = members[0].type,
                                                 .account_count = kept,
                                                 .references = references,
                                                 .healthy = alike });
    suspect->accounts =
        (uint32_t *)memory_zeroed(kept, sizeof *suspect->accounts);
    for (size_t i = 0; i < kept; i++) {
        suspect->accounts[i] = members[i].account;
    }
    /* Where memory of which nothing is known has them all, it has the others. */
    count_more(unowned,
               doubt || all >= OBJECTS_UNOWNED || (lost && kept == count),
               members, kept, suspect);
    return 0;
}

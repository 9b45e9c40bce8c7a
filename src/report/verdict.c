#include "report/verdict.h"

#include <stdlib.h>

#include "report/memory.h"
#include "report/unowned.h"

/*
 * The policy. Without knowing who owns what, an object that is alive after the
 * interpreter has finalized is only a hint: programs and extension modules
 * keep objects in static variables, and the interpreter keeps some of its own.
 * What tells a leak from these is that it repeats. A report that blames the
 * wrong line is worse than none, so the rules prefer silence:
 *
 *  1. Objects count as a group when they have the same type and the same
 *     innermost functions above the allocator at birth. A group is suspicious
 *     from GROUP_OBJECTS_MIN objects.
 *  2. An object alone is suspicious when its references have grown by at least
 *     REFERENCES_MIN and one place took at least half of them. An object older
 *     than the recording (None, small integers, types) is shared by the whole
 *     program, and needs ADOPTED_MIN and ADOPTED_SHARE of its changes.
 *  3. What happens while modules or the interpreter are set up happens once.
 *     Objects that an import made, and interned strings, stay in moderate
 *     numbers: up to KEPT_MAX.
 *  4. The references that a type holds for its living instances are theirs.
 *  5. What the audit missed could explain it: changes of that type that nobody
 *     saw are at least half of the difference.
 *  6. A group nearly all of whose kind was given back is stragglers.
 *  7. Where a census knows the owners, an object whose references all have one
 *     is no surplus, whatever else speaks against it; OBJECTS_UNOWNED without
 *     one are enough for a group, REFERENCES_UNOWNED for an object alone.
 *  8. A group that grows in a straight line over CHECKPOINTS_MIN checkpoints
 *     or more is a leak: OBJECTS_UNOWNED are enough, and a pointer that may be
 *     left over is no owner. One that stopped growing is none, unless it lacks
 *     owners.
 *  9. Objects born alike share a fate: where OBJECTS_UNOWNED of a group lack
 *     owners for certain, such a pointer is no owner of the others either.
 */
enum {
    GROUP_OBJECTS_MIN = 10,
    REFERENCES_MIN = 100,
    OBJECTS_UNOWNED = 5,
    REFERENCES_UNOWNED = 10,
    CHECKPOINTS_MIN = 5,
    KEPT_MAX = 1000,
    ADOPTED_MIN = 1000,
    ADOPTED_SHARE = 100, /* at least one in this many changes */
    STRAGGLERS_MAX = 1000,
    STRAGGLER_SHARE = 200, /* at most one in this many objects */
};

struct member {
    uint64_t birthplace;
    uint32_t type;
    uint32_t account;
    uint64_t serial;
    bool unowned; /* a census found no owner for some of its references */
};

/* Healthy objects by type and birthplace; sorted, then merged. */
struct health {
    uint64_t birthplace;
    uint32_t type;
    uint64_t objects;
};

struct healths {
    struct health *items;
    size_t count;
};

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
compare_healths(const void *a, const void *b)
{
    const struct health *left = (const struct health *)a;
    const struct health *right = (const struct health *)b;
    int order = compare_numbers(left->type, right->type);

    return order != 0 ? order
                      : compare_numbers(left->birthplace, right->birthplace);
}

static void
healths_build(const struct report *report, struct healths *healths)
{
    const struct ledger *ledger = report->ledger;
    uint32_t used = ledger_used(ledger, LEDGER_SIGNATURES);
    size_t kept = 0;

    healths->items =
        (struct health *)memory_zeroed(used, sizeof *healths->items);
    for (uint32_t i = 1; i < used; i++) {
        const struct ledger_signature *signature =
            ledger_signature_at(ledger, i);

        healths->items[healths->count++] = (struct health){
            .birthplace = stacks_birthplace(report->stacks, signature->birth),
            .type = signature->type,
            .objects = signature->objects,
        };
    }
    if (healths->count == 0) {
        return;
    }
    qsort(healths->items, healths->count, sizeof *healths->items,
          compare_healths);
    for (size_t i = 1; i < healths->count; i++) {
        if (compare_healths(&healths->items[kept], &healths->items[i]) == 0) {
            healths->items[kept].objects += healths->items[i].objects;
        }
        else {
            healths->items[++kept] = healths->items[i];
        }
    }
    healths->count = kept + 1;
}

static uint64_t
healths_find(const struct healths *healths, uint32_t type, uint64_t birthplace)
{
    struct health wanted = { .type = type, .birthplace = birthplace };
    const struct health *found =
        healths->count == 0
            ? NULL
            : (const struct health *)bsearch(&wanted, healths->items,
                                             healths->count, sizeof wanted,
                                             compare_healths);

    return found != NULL ? found->objects : 0;
}

static bool
born_in_setup(const struct report *report, uint32_t tag)
{
    return (stacks_flags(report->stacks, tag) & FUNCTION_SETUP) != 0;
}

static struct suspect *
suspects_add(struct suspects *suspects, struct suspect suspect)
{
    suspects->items = (struct suspect *)memory_room(
        suspects->items, suspects->count, sizeof *suspects->items);
    suspects->items[suspects->count] = suspect;
    return &suspects->items[suspects->count++];
}

static bool
is_kept(const struct report *report, const struct ledger_account *account)
{
    if ((stacks_flags(report->stacks, account->birth) & FUNCTION_IMPORT) != 0) {
        return true;
    }
    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(report->ledger, e)->next) {
        uint32_t tag = ledger_entry_at(report->ledger, e)->tag;

        if ((stacks_flags(report->stacks, tag) & FUNCTION_INTERN) != 0) {
            return true;
        }
    }
    return false;
}

/* The members that may be too many, first; the references of these. */
static size_t
keep_unowned(struct report *report, const struct unowned *unowned, bool doubt,
             bool *spoken_for, struct member *members, size_t count,
             uint64_t *references)
{
    size_t kept = 0;

    *references = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ledger_account *account =
            ledger_account_at(report->ledger, members[i].account);
        uint64_t surplus;

        switch (unowned_find(unowned, account, &surplus)) {
        case OWNERSHIP_OWNED:
        case OWNERSHIP_ADRIFT:
            surplus = doubt ? unowned_doubtful(unowned, account) : 0;
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

    if (growth_checkpoints(report->ledger) < CHECKPOINTS_MIN) {
        return line;
    }
    accounts = (uint32_t *)memory_zeroed(count, sizeof *accounts);
    for (size_t i = 0; i < count; i++) {
        accounts[i] = members[i].account;
    }
    line = growth_of_accounts(report->growth, accounts, count);
    free(accounts);
    return line;
}

/* Rule 9 */
static bool
lacks_owners(const struct report *report, const struct unowned *unowned,
             const struct member *members, size_t count)
{
    size_t lacking = 0;

    for (size_t i = 0; i < count && lacking < OBJECTS_UNOWNED; i++) {
        uint64_t surplus;

        lacking +=
            unowned_find(unowned,
                         ledger_account_at(report->ledger, members[i].account),
                         &surplus) == OWNERSHIP_SURPLUS;
    }
    return lacking == OBJECTS_UNOWNED;
}

/* Rule 8: has it stopped, and did not go on behind the last checkpoint? */
static bool
has_stopped(const struct growth_line *line, uint64_t references)
{
    return (line->kind == GROWTH_NONE || line->kind == GROWTH_SATURATES) &&
           line->last >= .9 * (double)references;
}

/* Rules 3 and 6 to 9, then a suspect. */
static void
judge_group(struct report *report, const struct healths *healths,
            const struct unowned *unowned, bool *spoken_for,
            struct member *members, size_t count, struct suspects *suspects)
{
    const struct ledger *ledger = report->ledger;
    uint64_t references;
    uint64_t healthy =
        healths_find(healths, members[0].type, members[0].birthplace);
    struct growth_line line = growth_of_members(report, members, count);
    bool grows = line.kind == GROWTH_LINEAR;
    bool doubt = grows || lacks_owners(report, unowned, members, count);
    size_t kept = keep_unowned(report, unowned, doubt, spoken_for, members,
                               count, &references);
    const struct ledger_account *first =
        ledger_account_at(ledger, members[0].account);
    struct suspect *suspect;

    if (kept == 0) {
        return;
    }
    if (born_in_setup(report, first->birth) ||
        (kept < KEPT_MAX && is_kept(report, first))) {
        report->silent[SILENCE_SETUP] += kept;
        return;
    }
    if (kept <
        (members[0].unowned || grows ? OBJECTS_UNOWNED : GROUP_OBJECTS_MIN)) {
        report->silent[SILENCE_FEW] += kept;
        return;
    }
    if (!members[0].unowned && kept < STRAGGLERS_MAX &&
        healthy / STRAGGLER_SHARE >= kept) {
        report->silent[SILENCE_STRAGGLER] += kept;
        return;
    }
    if (!members[0].unowned && has_stopped(&line, references)) {
        report->silent[SILENCE_STEADY] += kept;
        return;
    }
    suspect =
        suspects_add(suspects, (struct suspect){ .verdict = VERDICT_SURPLUS,
                                                 .type = members[0].type,
                                                 .account_count = kept,
                                                 .references = references,
                                                 .healthy = healthy });
    suspect->accounts =
        (uint32_t *)memory_zeroed(kept, sizeof *suspect->accounts);
    for (size_t i = 0; i < kept; i++) {
        suspect->accounts[i] = members[i].account;
    }
}

/* Rule 4: living instances of the type that lies at `object`. */
static int64_t
instances_of(const struct report *report, const uint64_t *living,
             uint64_t object)
{
    uint32_t types = ledger_used(report->ledger, LEDGER_TYPES);

    for (uint32_t i = 1; i < types; i++) {
        if (ledger_type_at(report->ledger, i)->address == object) {
            return (int64_t)living[i];
        }
    }
    return 0;
}

struct growth {
    int64_t net;      /* without what set-up did */
    uint64_t largest; /* taken, or released when the net is negative, at once
                         place */
    uint64_t changes;
};

static struct growth
account_growth(const struct report *report,
               const struct ledger_account *account)
{
    struct growth growth = { 0 };
    int64_t counted = account->references - account->adopted_references;
    uint64_t taken = 0, released = 0;

    for (uint32_t e = account->entries; e != 0;
         e = ledger_entry_at(report->ledger, e)->next) {
        const struct ledger_entry *entry = ledger_entry_at(report->ledger, e);

        if (born_in_setup(report, entry->tag)) {
            continue;
        }
        growth.net += (int64_t)entry->taken - entry->released;
        growth.changes += (uint64_t)entry->taken + entry->released;
        taken = entry->taken > taken ? entry->taken : taken;
        released = entry->released > released ? entry->released : released;
    }
    /* Entries may be incomplete, the count is exact: believe the smaller. */
    if ((growth.net < 0) != (counted < 0)) {
        growth.net = 0;
    }
    else if (growth.net < 0 ? counted > growth.net : counted < growth.net) {
        growth.net = counted;
    }
    growth.largest = growth.net < 0 ? released : taken;
    return growth;
}

/* Rule 5: changes of references to objects of a type that nobody saw. */
static uint64_t
missed_of(const struct report *report, uint32_t type)
{
    uint64_t missed = 0;

    for (uint32_t i = 1; i < ledger_used(report->ledger, LEDGER_MISSES); i++) {
        const struct ledger_miss *miss = ledger_miss_at(report->ledger, i);

        if (miss->type == type) {
            missed += miss->delta < 0 ? -(uint64_t)miss->delta
                                      : (uint64_t)miss->delta;
        }
    }
    return missed;
}

/* Rules 2, 4, 5 and 7. */
static void
judge_alone(struct report *report, const uint64_t *living,
            const struct unowned *unowned, uint32_t index,
            struct suspects *suspects)
{
    const struct ledger_account *account =
        ledger_account_at(report->ledger, index);
    bool adopted = account->state == LEDGER_ACCOUNT_ADOPTED;
    struct growth growth = account_growth(report, account);
    uint64_t size, surplus, least = REFERENCES_MIN;
    enum ownership ownership = unowned_find(unowned, account, &surplus);
    struct suspect *suspect;

    if (growth.net > 0) {
        int64_t theirs = instances_of(report, living, account->object);

        growth.net = growth.net > theirs ? growth.net - theirs : 0;
    }
    if (growth.net > 0 &&
        (ownership == OWNERSHIP_OWNED || ownership == OWNERSHIP_ADRIFT)) {
        report->silent[SILENCE_HELD]++;
        return;
    }
    if (growth.net > 0 && ownership == OWNERSHIP_SURPLUS) {
        growth.net =
            growth.net < (int64_t)surplus ? growth.net : (int64_t)surplus;
        least = REFERENCES_UNOWNED;
    }
    size = growth.net < 0 ? -(uint64_t)growth.net : (uint64_t)growth.net;
    if (size < least || growth.largest < size / 2 ||
        (adopted && ((least == REFERENCES_MIN && size < ADOPTED_MIN) ||
                     size < growth.changes / ADOPTED_SHARE)) ||
        (!adopted && growth.net < 0)) {
        report->silent[adopted               ? SILENCE_OLDER
                       : account->birth == 0 ? SILENCE_NO_STACK
                                             : SILENCE_FEW]++;
        return;
    }
    if (missed_of(report, account->type) >= size / 2) {
        report->silent[SILENCE_MISSED]++;
        return;
    }
    suspect =
        suspects_add(suspects, (struct suspect){
                                   .verdict = growth.net < 0 ? VERDICT_DEFICIT
                                                             : VERDICT_SURPLUS,
                                   .type = account->type,
                                   .account_count = 1,
                                   .references = size,
                               });
    suspect->accounts = (uint32_t *)memory_zeroed(1, sizeof(uint32_t));
    suspect->accounts[0] = index;
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
    return report->end == END_FINISHED;
}

static size_t
collect_members(struct report *report, const bool *spoken_for, uint64_t *living,
                struct member *members)
{
    const struct ledger *ledger = report->ledger;
    size_t count = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state == LEDGER_ACCOUNT_FREE) {
            continue;
        }
        report->alive++;
        living[account->type]++;
        /* On its way out when the recording ended. */
        if (account->references > 0 && !spoken_for[i]) {
            members[count++] = (struct member){
                .birthplace =
                    account->state == LEDGER_ACCOUNT_BORN
                        ? stacks_birthplace(report->stacks, account->birth)
                        : 0,
                .type = account->type,
                .account = i,
                .serial = account->serial,
            };
        }
    }
    return count;
}

void
verdict_suspects(struct report *report, bool *spoken_for,
                 struct suspects *suspects)
{
    const struct ledger *ledger = report->ledger;
    struct healths healths = { 0 };
    struct unowned *unowned = unowned_create(ledger);
    uint64_t *living = (uint64_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_TYPES) + 1, sizeof *living);
    struct member *members = (struct member *)memory_zeroed(
        ledger_used(ledger, LEDGER_ACCOUNTS), sizeof *members);
    size_t count = collect_members(report, spoken_for, living, members);

    if (count > 0 && verdict_possible(report)) {
        healths_build(report, &healths);
        qsort(members, count, sizeof *members, compare_members);
        for (size_t start = 0, end; start < count; start = end) {
            for (end = start + 1;
                 end < count && members[end].type == members[start].type &&
                 members[end].birthplace == members[start].birthplace;
                 end++) {
            }
            if (members[start].birthplace != 0 &&
                end - start >= OBJECTS_UNOWNED) {
                judge_group(report, &healths, unowned, spoken_for,
                            members + start, end - start, suspects);
                continue;
            }
            for (size_t i = start; i < end; i++) {
                judge_alone(report, living, unowned, members[i].account,
                            suspects);
            }
        }
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
    unowned_free(unowned);
    free(healths.items);
    free(living);
    free(members);
}

void
suspects_clear(struct suspects *suspects)
{
    for (size_t i = 0; i < suspects->count; i++) {
        free(suspects->items[i].accounts);
    }
    free(suspects->items);
    *suspects = (struct suspects){ 0 };
}

#include "report/detect/verdict_rules.h"

#include "base/refcount_shape.h"

/* Rule 4: living instances of the type that lies at `object`. */
static int64_t
instances_of(const struct report *report, const uint64_t *living,
             uint64_t object)
{
    uint32_t types = ledger_used(report->inputs.ledger, LEDGER_TYPES);

    for (uint32_t i = 1; i < types; i++) {
        if (ledger_type_at(report->inputs.ledger, i)->address == object) {
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
         e = ledger_entry_at(report->inputs.ledger, e)->next) {
        const struct ledger_entry *entry =
            ledger_entry_at(report->inputs.ledger, e);

        if (stacks_in_setup(report->inputs.stacks, entry->tag)) {
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

    for (uint32_t i = 1; i < ledger_used(report->inputs.ledger, LEDGER_MISSES);
         i++) {
        const struct ledger_miss *miss =
            ledger_miss_at(report->inputs.ledger, i);

        if (miss->type == type) {
            missed += miss->delta < 0 ? -(uint64_t)miss->delta
                                      : (uint64_t)miss->delta;
        }
    }
    return missed;
}

/* Rule 11: fewer with each call of the same, while the pointers to it stay. */
static bool
add_falling(const struct report *report, const struct unowned *unowned,
            uint32_t index, struct suspects *suspects)
{
    const struct ledger_account *account =
        ledger_account_at(report->inputs.ledger, index);
    struct growth_line line;
    uint64_t fall, uncounted;

    if (growth_points(report->inputs.growth) < CHECKPOINTS_MIN) {
        return false;
    }
    line = growth_of_accounts(report->inputs.growth, &index, 1);
    if (line.kind != GROWTH_FALLS || !line.per_call) {
        return false;
    }
    fall = (uint64_t)(line.first - line.last);
    uncounted = unowned_uncounted(unowned, account);
    if (fall < ADOPTED_MIN || missed_of(report, account->type) >= fall / 2 ||
        uncounted < fall || uncounted / FALL_SHARE > fall) {
        return false;
    }
    suspects_add_alone(suspects, index,
                       (struct suspect){ .verdict = VERDICT_DEFICIT,
                                         .type = account->type,
                                         .references = fall,
                                         .fall = fall });
    return true;
}

/* Of a static object that was followed: a few among thousands that come and
 * go are nobody's for certain. */
static bool
is_drowned(const struct ledger_account *account, const struct growth *growth)
{
    uint64_t net = growth->net < 0 ? 0 : (uint64_t)growth->net;

    return (account->flags & LEDGER_ACCOUNT_FOLLOWED) != 0 &&
           net < growth->changes / ADOPTED_SHARE;
}

/* Rule 7: each pass through a region is the same again, so fewer will do. */
static bool
grows_by_passes(const struct report *report, uint32_t index)
{
    return growth_is_by_region(report->inputs.growth) &&
           growth_of_accounts(report->inputs.growth, &index, 1).kind ==
               GROWTH_LINEAR;
}

/* What a census found too many, and was taken before the account began, or
 * while it rested. */
static uint64_t
unrecorded(const struct ledger_account *account, uint64_t surplus,
           uint64_t size)
{
    return (account->flags & LEDGER_ACCOUNT_RESTED) != 0 && surplus > size
               ? surplus - size
               : 0;
}

/* Rule 16: it becomes one more with each pass, and nobody sees why. */
static bool
add_drowned(const struct report *report, uint32_t index,
            struct suspects *suspects)
{
    const struct ledger_account *account =
        ledger_account_at(report->inputs.ledger, index);
    struct growth_line line;

    if (!growth_is_by_region(report->inputs.growth)) {
        return false;
    }
    line = growth_of_accounts(report->inputs.growth, &index, 1);
    if (line.kind != GROWTH_LINEAR ||
        line.last - line.first < OBJECTS_BY_PASSES) {
        return false;
    }
    suspects_add_alone(
        suspects, index,
        (struct suspect){ .verdict = VERDICT_SURPLUS,
                          .type = account->type,
                          .references = (uint64_t)(line.last - line.first),
                          .drowned = true });
    return true;
}

void
verdict_alone(struct report *report, const uint64_t *living,
              const struct unowned *unowned, uint32_t index,
              struct suspects *suspects)
{
    const struct ledger_account *account =
        ledger_account_at(report->inputs.ledger, index);
    bool adopted = account->state == LEDGER_ACCOUNT_ADOPTED;
    struct growth growth = account_growth(report, account);
    uint64_t size, surplus, least = REFERENCES_MIN;
    enum ownership ownership = unowned_find(unowned, account, &surplus);
    bool is_certain =
        !adopted && ownership == OWNERSHIP_SURPLUS && surplus >= REFERENCES_MIN;

    if (adopted && growth.net > -(int64_t)ADOPTED_MIN &&
        add_falling(report, unowned, index, suspects)) {
        return;
    }
    if (adopted && (is_drowned(account, &growth)
                        ? add_drowned(report, index, suspects)
                        : verdict_static(report, unowned, index, suspects))) {
        return;
    }
    if (account->adopted_references >= REFCOUNT_FROZEN ||
        (adopted && growth.net < 0 && !verdict_saw_beginning(report))) {
        report->silent[SILENCE_OLDER]++;
        return;
    }
    if (growth.net > 0) {
        int64_t theirs = instances_of(report, living, account->object);

        growth.net = growth.net > theirs ? growth.net - theirs : 0;
    }
    if (growth.net > 0 &&
        (ownership == OWNERSHIP_OWNED || ownership == OWNERSHIP_ADRIFT ||
         ownership == OWNERSHIP_LOST)) {
        report->silent[SILENCE_HELD]++;
        return;
    }
    if (growth.net > 0 && ownership == OWNERSHIP_SURPLUS) {
        growth.net =
            growth.net < (int64_t)surplus ? growth.net : (int64_t)surplus;
        least = grows_by_passes(report, index) ? OBJECTS_UNOWNED
                                               : REFERENCES_UNOWNED;
    }
    size = growth.net < 0 ? -(uint64_t)growth.net : (uint64_t)growth.net;
    if (size < least || (!is_certain && growth.largest < size / 5 * 2) ||
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
    if (!adopted && unowned_is_cut(unowned)) {
        report->silent[SILENCE_UNASKED]++;
        return;
    }
    suspects_add_alone(
        suspects, index,
        (struct suspect){
            .verdict = growth.net < 0 ? VERDICT_DEFICIT : VERDICT_SURPLUS,
            .type = account->type,
            .references = size,
            .more_references = unrecorded(account, surplus, size) });
}

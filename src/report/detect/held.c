#include "report/detect/held.h"

#include <stdlib.h>

#include "report/detect/growing.h"
#include "report/detect/growing_rules.h"
#include "report/detect/owned_finding.h"
#include "report/evidence/expect.h"
#include "report/evidence/owners.h"
#include "report/evidence/stored_by.h"
#include "report/finding/interpreters.h"
#include "report/text/memory.h"

static bool
same_class(const struct ledger_owned *a, const struct ledger_owned *b)
{
    return a->type == b->type && a->birth == b->birth;
}

/* If nobody was followed, it is known only where nobody else took one. */
static struct stored_by
storer_of(const struct report *report, const struct ledger_owned *owned)
{
    struct stored_by by;

    if (!stored_by_find(&report->inputs, owned, &by) &&
        (owned->flags & LEDGER_OWNED_STORED_ALONE) != 0) {
        by = (struct stored_by){ owned->stored, owned->stored_python };
    }
    return by;
}

/* One finding a class: the first object with such an owner stands for it. */
static void
add_unexpected(struct report *report, const struct expect *rules)
{
    uint32_t count = ledger_used(report->inputs.ledger, LEDGER_OWNED);
    bool *said = (bool *)memory_zeroed(count, sizeof *said);

    for (uint32_t r = 1; r < count; r++) {
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, r);
        const struct ledger_owner *owner;
        struct stored_by by;
        struct finding *finding;

        if (said[r] || !expect_watches(rules, report->inputs.ledger, owned) ||
            (owner = expect_unexpected(rules, report->inputs.ledger, owned)) ==
                NULL) {
            continue;
        }
        by = storer_of(report, owned);
        finding = owned_finding_add(report, VERDICT_HELD, owned, by.tag,
                                    by.python, NULL, 0);
        finding->objects = 0;
        for (uint32_t other = r; other < count; other++) {
            const struct ledger_owned *next =
                ledger_owned_at(report->inputs.ledger, other);

            if (same_class(owned, next)) {
                said[other] = true;
                finding->objects +=
                    expect_unexpected(rules, report->inputs.ledger, next) !=
                    NULL;
            }
        }
        finding->references = finding->objects;
        finding->sites[0].count = finding->objects;
        finding->owned = r;
        interpreters_add(report->inputs.ledger, finding, owned->birth,
                         finding->objects);
        finding->why = expect_complaint(report->inputs.ledger,
                                        report->inputs.symbols, owner);
    }
    free(said);
}

static void
drop_expected(struct report *report, const struct expect *rules)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, finding->owned);

        if (finding->verdict == VERDICT_HELD &&
            expect_watches(rules, report->inputs.ledger, owned)) {
            finding_clear(finding); /* comes back if an owner is unexpected */
        }
        else {
            report->findings[kept++] = *finding;
        }
    }
    report->finding_count = kept;
}

void
held_apply(struct report *report, const struct expect *rules)
{
    if (owners_known(report->inputs.owners)) {
        drop_expected(report, rules);
        add_unexpected(report, rules);
    }
}

bool
held_tells_of(const struct report *report, const struct ledger_account *account)
{
    struct stacks *stacks = report->inputs.stacks;

    for (size_t i = 0; i < report->finding_count; i++) {
        const struct finding *finding = &report->findings[i];
        const struct ledger_owned *owned =
            ledger_owned_at(report->inputs.ledger, finding->owned);

        if (finding->verdict == VERDICT_HELD &&
            (owned->flags & LEDGER_OWNED_IN_MEMORY) != 0 &&
            owned->type == account->type &&
            stacks_birthplace(stacks, owned->birth) ==
                stacks_birthplace(stacks, account->birth)) {
            return true;
        }
    }
    return false;
}

void
held_find(struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct growing_cause *causes;
    size_t count =
        owners_known(report->inputs.owners) ? growing_find(report, &causes) : 0;

    for (size_t i = 0; i < count; i++) {
        const struct ledger_owned *owned =
            ledger_owned_at(ledger, causes[i].record);
        struct stored_by by = storer_of(report, owned);
        struct finding *finding = owned_finding_add(
            report, causes[i].adrift ? VERDICT_CYCLE : VERDICT_HELD, owned,
            by.tag, by.python, NULL, 0);

        finding->adrift = causes[i].adrift;
        if (finding->adrift) {
            finding->why = memory_text("nothing else holds them, but the "
                                       "collector is switched off");
        }
        finding->objects = causes[i].objects;
        finding->growth = causes[i].line;
        finding->references = finding->objects;
        finding->sites[0].count = finding->objects;
        finding->owned = causes[i].record;
        finding->weak = (owned->flags & LEDGER_OWNED_SPENT) == 0 &&
                        growing_rules_weak(report, owned->type);
        interpreters_add(ledger, finding, owned->birth, finding->objects);
        finding->members = causes[i].members;
        finding->member_count = causes[i].member_count;
    }
    if (count > 0) {
        free(causes);
    }
}

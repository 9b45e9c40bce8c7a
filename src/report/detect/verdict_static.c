#include "report/detect/verdict_rules.h"

#include "base/refcount_shape.h"
#include "report/evidence/imported.h"
#include "report/evidence/shown_changes.h"

/* What is known of it is its count, and perhaps some of the changes. */
static bool
is_unseen(const struct ledger_account *account)
{
    return (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0 ||
           ((account->flags & LEDGER_ACCOUNT_SHOWN) != 0 &&
            (account->flags & LEDGER_ACCOUNT_FOLLOWED) == 0);
}

/* Whether each of its instances owns it: their number is not known. */
static bool
is_heap_type(const struct report *report, const struct ledger_account *account)
{
    return !is_unseen(account) &&
           (ledger_type_at(report->inputs.ledger, account->type)->flags &
            LEDGER_TYPE_META) != 0;
}

bool
verdict_saw_beginning(const struct report *report)
{
    return report->inputs.ledger->header->start == LEDGER_STARTED_AT_ONCE;
}

/* Rule 14: what the census found too few, as far as that can be believed. */
static uint64_t
too_few_of(const struct report *report, const struct unowned *unowned,
           const struct ledger_account *account)
{
    uint64_t too_few =
        is_heap_type(report, account) || !verdict_saw_beginning(report)
            ? 0
            : unowned_too_few(unowned, account);
    bool unseen = is_unseen(account);

    return unseen &&
                   (too_few < REFERENCES_MIN ||
                    too_few < unowned_copies(unowned, account) / ADOPTED_SHARE)
               ? 0
               : too_few;
}

/*
 * Whether it had about as many left as the census found too many, when the
 * interpreter had let go of what was its own: one of two that know nothing of
 * each other.
 */
static bool
as_many_are_left(const struct report *report,
                 const struct ledger_account *account, uint64_t surplus)
{
    int64_t more = account->references - (int64_t)surplus;

    return (account->flags & LEDGER_ACCOUNT_SHOWN) != 0 &&
           report->inputs.ledger->header->finalization == LEDGER_FINALIZED &&
           (uint64_t)(more < 0 ? -more : more) <= surplus / LEFT_SHARE;
}

/*
 * Whether about as many were taken and not given back by those who were seen,
 * before the interpreter let go of all: another that knows nothing of the census.
 */
static bool
as_many_were_taken(const struct report *report,
                   const struct ledger_account *account, uint64_t surplus)
{
    int64_t net;

    if ((account->flags & LEDGER_ACCOUNT_SHOWN) == 0) {
        return false;
    }
    net =
        shown_changes_of(report->inputs.ledger, report->inputs.stacks, account)
            .net;
    return net >= SEEN_MIN && net >= (int64_t)(surplus / SEEN_SHARE) &&
           net <= (int64_t)(surplus * TAKEN_SHARE);
}

/* Rule 14: of an object that is only counted, what there must be at least. */
static bool
is_plain(const struct report *report, const struct unowned *unowned,
         const struct ledger_account *account, uint64_t surplus)
{
    return surplus >= unowned_owners(unowned, account) / UNSEEN_SHARE ||
           as_many_are_left(report, account, surplus) ||
           as_many_were_taken(report, account, surplus);
}

/*
 * Of an object that was followed: what modules keep in memory of C since they
 * were imported. A third of what they took may have no stack, since the object
 * rested meanwhile. Where less of a surplus has a stack than that leaves over,
 * all of it may be theirs.
 */
static bool
is_of_imports(const struct report *report, const struct ledger_account *account,
              uint64_t surplus)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint64_t taken = imported_references(ledger, account);

    return surplus < taken + taken / 2 + REFERENCES_UNOWNED ||
           (surplus < REFERENCES_MIN &&
            imported_not(ledger, account) < surplus / STACKS_SHARE);
}

/* More than any mistake about its owners explains. */
static bool
is_much(const struct unowned *unowned, const struct ledger_account *account,
        uint64_t too_few)
{
    return too_few >= REFERENCES_MIN &&
           too_few >= unowned_owners(unowned, account) / MUCH_SHARE;
}

bool
verdict_static(const struct report *report, const struct unowned *unowned,
               uint32_t index, struct suspects *suspects)
{
    const struct ledger_account *account =
        ledger_account_at(report->inputs.ledger, index);
    bool began = refcount_began(account->adopted_references) != 0;
    bool unseen = is_unseen(account);
    bool hidden = false;
    uint64_t surplus, too_few = 0;

    if (unowned_find(unowned, account, &surplus) == OWNERSHIP_SURPLUS &&
        unseen) {
        if (surplus < REFERENCES_MIN ||
            (!began && !unowned_is_pointed_at(unowned, account))) {
            surplus = 0;
        }
        hidden = surplus > 0 && !is_plain(report, unowned, account, surplus);
    }
    else if (surplus > 0 && is_of_imports(report, account, surplus)) {
        surplus = 0;
    }
    if (surplus == 0 && began) {
        too_few = too_few_of(report, unowned, account);
    }
    /* A hundred are too many, with or without what a module's set-up took. */
    if ((!began && !unseen) ||
        (surplus < REFERENCES_UNOWNED && too_few < REFERENCES_UNOWNED)) {
        return false;
    }
    suspects_add_alone(
        suspects, index,
        (struct suspect){ .verdict =
                              surplus > 0 ? VERDICT_SURPLUS : VERDICT_DEFICIT,
                          .type = account->type,
                          .references = surplus > 0 ? surplus : too_few,
                          .fall = too_few,
                          .proved = too_few > 0,
                          .plain = is_much(unowned, account, too_few),
                          .hidden = hidden });
    return true;
}

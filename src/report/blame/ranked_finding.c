#include "report/blame/ranked_finding.h"

#include <math.h>
#include <stdlib.h>

#include "report/blame/bereft.h"
#include "report/blame/blame.h"
#include "report/blame/by_code.h"
#include "report/blame/deficit.h"
#include "report/blame/deficit_share.h"
#include "report/blame/call_sites.h"
#include "report/blame/code_paths.h"
#include "report/blame/exits.h"
#include "report/blame/field_released.h"
#include "report/blame/handed_over.h"
#include "report/blame/kept.h"
#include "report/blame/lent_field.h"
#include "report/blame/lent_instead.h"
#include "report/blame/lent_made.h"
#include "report/blame/losses.h"
#include "report/blame/nets.h"
#include "report/blame/others.h"
#include "report/blame/standard.h"
#include "report/blame/type_owed.h"
#include "report/evidence/owners.h"
#include "report/evidence/shown_changes.h"
#include "report/finding/interpreters.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    SAMPLES = 15,    /* objects of a group that decide */
    SEEN_MAX = 1000, /* objects of a group whose calls are counted */
};

/* How well a call shows the function that balanced lives point at by it. */
static const double BEST_BY_LIVES = 2;

/*
 * The same leak, a little different: the first calls of a function take another
 * way than those after the interpreter has specialized it, and are too few to
 * be a group. Objects of the type that were born below the blamed function.
 */
static void
add_relatives(struct report *report, struct suspect *suspect, uint32_t blamed,
              bool *spoken_for)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct stack stack = { 0 };

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);
        bool related = false;

        if (account->state != LEDGER_ACCOUNT_BORN || spoken_for[i] ||
            account->type != suspect->type || account->references <= 0) {
            continue;
        }
        stacks_fill(report->inputs.stacks, account->birth, &stack);
        for (size_t f = 0; f < stack.relevant; f++) {
            related |= stack.frames[f].function == blamed;
        }
        if (related) {
            suspect->accounts = (uint32_t *)memory_resize(
                suspect->accounts, suspect->account_count + 1,
                sizeof *suspect->accounts);
            suspect->accounts[suspect->account_count++] = i;
            suspect->references += (uint64_t)account->references;
            spoken_for[i] = true;
            report->silent[SILENCE_FEW] -= report->silent[SILENCE_FEW] > 0;
        }
    }
    stack_clear(&stack);
}

/* The calls that took references to the suspects, and to those alike. */
static struct settling *
see_suspects(const struct report *report, const struct suspect *suspect)
{
    struct settling *seen = settling_create();
    size_t step = suspect->account_count / SEEN_MAX + 1;
    double each = (double)step *
                  (double)(suspect->account_count + suspect->more_objects) /
                  (double)suspect->account_count;
    struct stack stack = { 0 };

    for (size_t i = 0; i < suspect->account_count; i += step) {
        const struct ledger_account *account =
            ledger_account_at(report->inputs.ledger, suspect->accounts[i]);

        for (uint32_t e = account->entries; e != 0;
             e = ledger_entry_at(report->inputs.ledger, e)->next) {
            const struct ledger_entry *entry =
                ledger_entry_at(report->inputs.ledger, e);

            if (entry->taken > 0) {
                stacks_fill(report->inputs.stacks, entry->tag, &stack);
                settling_see(seen, &stack, each);
            }
        }
    }
    stack_clear(&stack);
    return seen;
}

/* 1 for all of it, 0 for a ten-thousandth and less. */
static double
of_share(double share)
{
    double value = 1 + log10(share > 0 ? share : 1e-9) / 4;

    return value > 0 ? value : 0;
}

/* From the middle of their time: the first ones tend to be special. */
static uint32_t
sample_of(const struct suspect *suspect, size_t number, size_t samples)
{
    size_t count = suspect->account_count;
    size_t edge = count > 2 * samples ? count / 6 : 0;

    return suspect->accounts[edge + (count - 2 * edge) * (2 * number + 1) /
                                        (2 * samples)];
}

static size_t
samples_of(const struct suspect *suspect)
{
    return suspect->account_count < SAMPLES ? suspect->account_count : SAMPLES;
}

/*
 * Whom balanced lives, and deficits, point at. True: of a deficit, the code of
 * those who are blamed gives away what it has not.
 */
static bool
find_candidates(const struct blame_sources *sources,
                const struct suspect *suspect, struct candidates *candidates)
{
    size_t samples = samples_of(suspect);
    bool shown = false;

    for (size_t i = 0; i < samples; i++) {
        uint32_t account = sample_of(suspect, i, samples);

        if (suspect->fall > 0) {
            shown |= deficit_blame(sources, account, (double)suspect->fall,
                                   suspect->proved, candidates);
            continue;
        }
        blame_account(sources, account, suspect->verdict, candidates);
    }
    candidates_sort(candidates);
    return shown;
}

/* Who put a reference into a field that nobody took. */
static bool
fill_fields(const struct inputs *inputs, const struct blame_sources *sources,
            const struct suspect *suspect, struct candidates *candidates,
            struct hypotheses *hypotheses)
{
    size_t samples = samples_of(suspect);
    uint32_t accounts[SAMPLES];

    for (size_t i = 0; i < samples; i++) {
        accounts[i] = sample_of(suspect, i, samples);
    }
    return lent_field(
        inputs, sources,
        &(struct lent_field_of){ accounts, samples, (double)suspect->fall },
        candidates, hypotheses);
}

static void
add_candidates(const struct candidates *candidates, enum mechanism mechanism,
               struct hypotheses *hypotheses)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->items[i];
        struct hypothesis *one =
            hypotheses_of(hypotheses, candidate->function, mechanism);

        one->values[mechanism == MECHANISM_RELEASED ? WEIGHED_RELEASED
                                                    : WEIGHED_LIVES] =
            of_share(candidate->score);
        one->share = candidate->score;
        one->best = BEST_BY_LIVES;
        one->tag = candidate->tag;
        one->python = candidate->python;
        one->frame = candidate->frame;
        one->alone = candidate->alone;
        one->evidence = candidate->evidence;
    }
}

/* Each source in turn; who is added later is not known to the ones before. */
static void
argue(const struct inputs *inputs, const struct blame_sources *sources,
      const struct suspect *suspect, struct hypotheses *hypotheses)
{
    size_t samples = samples_of(suspect);
    double growth = (double)suspect->references;
    struct conservation *conservation =
        conservation_create(sources->ledger, sources->symbols, sources->stacks,
                            suspect->accounts, suspect->account_count, growth);

    losses_argue(inputs, suspect, hypotheses);
    bereft_argue(inputs, suspect, hypotheses);
    type_owed_argue(inputs, suspect, hypotheses);
    by_code_argue(inputs, suspect, hypotheses);
    nets_argue(sources, conservation, suspect, hypotheses);
    others_argue(inputs, sources, suspect, hypotheses);
    call_sites_argue(sources, suspect, hypotheses);
    for (size_t i = 0; i < samples; i++) {
        struct parts *parts = (struct parts *)memory_zeroed(1, sizeof *parts);

        parts_fill(parts, sources->ledger, sources->stacks,
                   sample_of(suspect, i, samples));
        code_paths_argue(sources, parts, samples, hypotheses);
        handed_over_argue(inputs, sources, parts, samples, hypotheses);
        field_released_argue(sources, parts, samples, hypotheses);
        parts_clear(parts);
        free(parts);
    }
    kept_argue(inputs, suspect, hypotheses);
    facts_argue(sources, conservation, growth, hypotheses);
    standard_argue(inputs, hypotheses);
    exits_argue(inputs, suspect, hypotheses);
    type_owed_excuse(inputs, suspect, hypotheses);
    handed_over_excuse(hypotheses);
    field_released_excuse(hypotheses);
    conservation_free(conservation);
    hypotheses_weigh(hypotheses);
}

static void
weigh(const struct inputs *inputs, const struct blame_sources *sources,
      const struct suspect *suspect, const struct candidates *candidates,
      struct hypotheses *hypotheses)
{
    if (suspect->verdict == VERDICT_SURPLUS) {
        add_candidates(candidates, MECHANISM_KEPT, hypotheses);
        argue(inputs, sources, suspect, hypotheses);
    }
    else {
        add_candidates(candidates, MECHANISM_RELEASED, hypotheses);
        deficit_share(hypotheses,
                      deficit_of_all(sources->ledger, suspect->accounts[0]));
        hypotheses_sort(hypotheses);
    }
}

static struct finding
finding_of(const struct report *report, const struct suspect *suspect)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_type *type = ledger_type_at(ledger, suspect->type);

    return (struct finding){
        .verdict = suspect->verdict,
        .type = ledger_printable(ledger, type->name),
        .objects = suspect->account_count + suspect->more_objects,
        .recorded = suspect->account_count,
        .references = suspect->references + suspect->more_references,
        .healthy = suspect->healthy,
        .example = ledger_account_at(ledger, suspect->accounts[0])->object,
        .typical = suspect->accounts[suspect->account_count / 2],
        .holds = (type->flags & LEDGER_TYPE_GC) != 0,
        .growth = growth_of_accounts(report->inputs.growth, suspect->accounts,
                                     suspect->account_count),
    };
}

/*
 * Whoever is to blame: that one was released when it was dead stands. Of an older
 * one not all changes were seen; and what a program died of is looked for.
 */
static bool
is_told_anyway(const struct report *report, const struct suspect *suspect)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *first =
        ledger_account_at(ledger, suspect->accounts[0]);

    return ledger_ended_by_fault(ledger) || suspect->plain ||
           (suspect->proved && first->state == LEDGER_ACCOUNT_BORN);
}

/* Of one in static data that was shown too late its end is all that was seen. */
static bool
has_seen_a_taking(const struct report *report, const struct suspect *suspect)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, suspect->accounts[0]);

    return (account->flags & LEDGER_ACCOUNT_SHOWN) == 0 ||
           shown_changes_of(ledger, report->inputs.stacks, account).has_takings;
}

bool
ranked_finding_add(struct report *report, const struct settling *settling,
                   const struct answers *answers, struct suspect *suspect,
                   bool *spoken_for)
{
    struct settling *seen = see_suspects(report, suspect);
    struct blame_sources sources = { report->inputs.ledger,
                                     report->inputs.symbols,
                                     report->inputs.stacks,
                                     settling,
                                     report->inputs.fates,
                                     seen,
                                     answers };
    struct candidates candidates = { 0 };
    struct hypotheses hypotheses = { 0 };
    struct finding finding;
    bool by_whom = suspect->verdict != VERDICT_SURPLUS ||
                   has_seen_a_taking(report, suspect);
    bool shown = by_whom && find_candidates(&sources, suspect, &candidates);
    bool filled =
        suspect->fall > 0 && fill_fields(&report->inputs, &sources, suspect,
                                         &candidates, &hypotheses);

    if (suspect->fall > 0 && !filled &&
        (!shown || candidates.unclear || candidates.count != 1)) {
        lent_instead(&report->inputs, &sources, suspect, &candidates,
                     &hypotheses);
    }
    if (suspect->fall > 0 && !filled && candidates.count == 0) {
        lent_made_argue(&report->inputs, suspect, &hypotheses);
    }
    if (suspect->fall > 0 && candidates.count + hypotheses.count == 0 &&
        !is_told_anyway(report, suspect)) {
        report->silent[SILENCE_OLDER] += suspect->account_count;
        settling_free(seen);
        return false;
    }
    if (by_whom) {
        weigh(&report->inputs, &sources, suspect, &candidates, &hypotheses);
    }
    if (suspect->account_count > 1 && candidates.count > 0 &&
        suspect->fall == 0) {
        add_relatives(report, suspect, candidates.items[0].function,
                      spoken_for);
    }
    finding = finding_of(report, suspect);
    interpreters_add_accounts(report->inputs.ledger, &finding,
                              suspect->accounts, suspect->account_count);
    finding.charge = charges_of(
        report->inputs.ledger,
        &(struct charged_objects){ suspect->accounts, suspect->account_count,
                                   suspect->references,
                                   suspect->verdict == VERDICT_DEFICIT });
    finding.hypotheses = hypotheses;
    finding.stored =
        candidates.reached > 0 ? candidates.stored / candidates.reached : 0;
    finding.evidence = candidates.evidence;
    owners_describe(&report->inputs, suspect->accounts, suspect->account_count,
                    &finding.owners);
    free(candidates.items);
    settling_free(seen);
    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    report->findings[report->finding_count++] = finding;
    return true;
}

#include "report/blame/ranked_finding.h"

#include <math.h>
#include <stdlib.h>

#include "report/blame/blame.h"
#include "report/blame/by_code.h"
#include "report/blame/deficit.h"
#include "report/blame/losses.h"
#include "report/blame/type_owed.h"
#include "report/evidence/account_sum.h"
#include "report/evidence/conservation.h"
#include "report/evidence/owners.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    SAMPLES = 3,     /* objects of a group that decide */
    SEEN_MAX = 1000, /* objects of a group whose calls are counted */
    CANDIDATES_MAX = 5,
    CONTEXT_SITES_MAX = 32,
};

/* Below this share a candidate is noise. */
static const double CANDIDATE_SHARE_MIN = .02;

/* Of the suspicion, where a function's net does not fit at all. */
static const double UNFIT = .01;

/* Times the suspicion, where its net fits and none of what it called does. */
static const double SINGLED_OUT = 10;

static void
add_site(struct finding *finding, struct finding_site site)
{
    finding->sites = (struct finding_site *)memory_room(
        finding->sites, finding->site_count, sizeof *finding->sites);
    finding->sites[finding->site_count++] = site;
}

static int
compare_sums(const void *a, const void *b)
{
    const struct tag_sum *left = (const struct tag_sum *)a;
    const struct tag_sum *right = (const struct tag_sum *)b;
    uint64_t left_size = left->taken + left->released;
    uint64_t right_size = right->taken + right->released;

    if (left_size != right_size) {
        return left_size < right_size ? 1 : -1;
    }
    return (left->tag > right->tag) - (left->tag < right->tag);
}

/* The suspects first, then the rest of the account. */
static void
add_sites(const struct report *report, struct finding *finding,
          const struct suspect *suspect, const struct candidates *candidates)
{
    enum role role =
        suspect->verdict == VERDICT_DEFICIT ? ROLE_RELEASED : ROLE_TAKEN;
    size_t count;
    struct tag_sum *sums = account_sum(report->inputs.ledger, suspect->accounts,
                                       suspect->account_count, &count);

    for (size_t c = 0; c < candidates->count && c < CANDIDATES_MAX; c++) {
        const struct candidate *candidate = &candidates->items[c];
        struct finding_site site = {
            .role = role,
            .blame = candidate->score,
            .tag = candidate->tag,
            .python = candidate->python,
            .frame = candidate->frame,
            .evidence = candidate->evidence,
        };

        if (c > 0 && candidate->score < CANDIDATE_SHARE_MIN) {
            break;
        }
        for (size_t s = 0; s < count; s++) {
            if (sums[s].tag == candidate->tag) {
                site.count =
                    role == ROLE_TAKEN ? sums[s].taken : sums[s].released;
            }
        }
        add_site(finding, site);
    }
    if (count > 0) {
        qsort(sums, count, sizeof *sums, compare_sums);
    }
    for (size_t s = 0; s < count && s < CONTEXT_SITES_MAX; s++) {
        bool named = false;
        struct finding_site site = { .tag = sums[s].tag,
                                     .python = sums[s].python };

        for (size_t i = 0; i < finding->site_count; i++) {
            named |= finding->sites[i].tag == sums[s].tag &&
                     finding->sites[i].blame > 0;
        }
        if (sums[s].taken > 0 && !(named && role == ROLE_TAKEN)) {
            site.role = ROLE_TAKEN;
            site.count = sums[s].taken;
            add_site(finding, site);
        }
        if (sums[s].released > 0 && !(named && role == ROLE_RELEASED)) {
            site.role = ROLE_RELEASED;
            site.count = sums[s].released;
            add_site(finding, site);
        }
    }
    free(sums);
}

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

/* The calls that took references to the suspects. */
static struct settling *
see_suspects(const struct report *report, const struct suspect *suspect)
{
    struct settling *seen = settling_create();
    size_t step = suspect->account_count / SEEN_MAX + 1;
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
                settling_see(seen, &stack, (double)step);
            }
        }
    }
    stack_clear(&stack);
    return seen;
}

/*
 * Shared by all of the program: such are kept in slots everywhere, and somebody
 * writes over one all the time.
 */
static bool
is_static(const struct ledger *ledger, const struct suspect *suspect)
{
    return ledger_account_at(ledger, suspect->accounts[0])->state ==
           LEDGER_ACCOUNT_ADOPTED;
}

/* What a function did not keep it cannot have forgotten. */
static void
weigh_nets(const struct inputs *inputs, const struct suspect *suspect,
           struct candidates *candidates)
{
    struct conservation *conservation;

    if (suspect->verdict != VERDICT_SURPLUS) {
        return;
    }
    conservation = conservation_create(
        inputs->ledger, inputs->symbols, inputs->stacks, suspect->accounts,
        suspect->account_count, (double)suspect->references);
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->items[i];
        double fit = conservation_fit(conservation, candidate->function);

        candidate->score *= UNFIT + (1 - UNFIT) * pow(fit, 4);
        candidate->measured =
            conservation_singles_out(conservation, candidate->function);
        if (is_static(inputs->ledger, suspect)) {
            candidate->score *=
                sqrt(conservation_share(conservation, candidate->function));
        }
        if (candidate->measured) {
            candidate->score *= SINGLED_OUT;
        }
    }
    conservation_free(conservation);
}

void
ranked_finding_add(struct report *report, const struct settling *settling,
                   struct suspect *suspect, bool *spoken_for)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_type *type = ledger_type_at(ledger, suspect->type);
    struct settling *seen = see_suspects(report, suspect);
    struct blame_sources sources = {
        ledger,   report->inputs.symbols, report->inputs.stacks,
        settling, report->inputs.fates,   seen
    };
    struct candidates candidates = { 0 };
    struct finding finding;
    size_t samples =
        suspect->account_count < SAMPLES ? suspect->account_count : SAMPLES;

    /* From the middle of their time: the first ones tend to be special. */
    for (size_t i = 0; i < samples; i++) {
        size_t at = suspect->account_count * (2 * i + 1) / (2 * samples);

        if (suspect->proved) {
            deficit_blame_proved(&sources, suspect->accounts[at],
                                 (double)suspect->references, &candidates);
        }
        if (suspect->proved && candidates.count > 0) {
            continue;
        }
        if (suspect->fall > 0) {
            deficit_blame(&sources, suspect->accounts[at],
                          (double)suspect->fall, &candidates);
            continue;
        }
        blame_account(&sources, suspect->accounts[at], suspect->verdict,
                      &candidates);
    }
    weigh_nets(&report->inputs, suspect, &candidates);
    candidates_sort(&candidates);
    if (suspect->fall > 0 && candidates.count == 0) {
        report->silent[SILENCE_OLDER] += suspect->account_count;
        settling_free(seen);
        return;
    }
    if (suspect->account_count > 1 && candidates.count > 0 &&
        suspect->fall == 0) {
        add_relatives(report, suspect, candidates.items[0].function,
                      spoken_for);
    }
    finding = (struct finding){
        .verdict = suspect->verdict,
        .type = ledger_printable(ledger, type->name),
        .objects = suspect->account_count,
        .references = suspect->references,
        .healthy = suspect->healthy,
        .example = ledger_account_at(ledger, suspect->accounts[0])->object,
        .typical = suspect->accounts[suspect->account_count / 2],
        .holds = (type->flags & LEDGER_TYPE_GC) != 0,
        .stored =
            candidates.reached > 0 ? candidates.stored / candidates.reached : 0,
        .evidence = candidates.evidence,
        .confidence = candidates.count > 0 ? candidates.items[0].score : 0,
        .growth = growth_of_accounts(report->inputs.growth, suspect->accounts,
                                     suspect->account_count),
    };
    owners_describe(&report->inputs, suspect->accounts, suspect->account_count,
                    &finding.owners);
    add_sites(report, &finding, suspect, &candidates);
    if (suspect->verdict == VERDICT_SURPLUS &&
        !type_owed_apply(&report->inputs, suspect, &finding) &&
        !losses_apply(&report->inputs, suspect, &finding)) {
        by_code_apply(
            &report->inputs, suspect,
            is_static(ledger, suspect) ||
                (candidates.count > 0 && candidates.items[0].measured),
            &finding);
    }
    free(candidates.items);
    settling_free(seen);
    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    report->findings[report->finding_count++] = finding;
}

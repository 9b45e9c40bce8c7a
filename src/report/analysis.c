#include "report/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/account_sum.h"
#include "report/background.h"
#include "report/blame.h"
#include "report/cycle.h"
#include "report/ledger_load.h"
#include "report/held.h"
#include "report/memory.h"
#include "report/owners.h"
#include "report/taken_twice.h"
#include "report/verdict.h"

enum {
    SIGNATURE_ENTRIES_MAX = 128, /* of one life; longer ones teach less */
    SAMPLES = 3,                 /* objects of a group that decide */
    SEEN_MAX = 1000, /* objects of a group whose calls are counted */
    CANDIDATES_MAX = 5,
    CONTEXT_SITES_MAX = 32,
    HOLDERS_MIN = 10,   /* leaked containers, to explain other references */
    HELD_EACH_MAX = 16, /* references that one of them explains */
};

/* The user's own run says more about it than other programs. */
static const double OWN_RUN_WEIGHT = 2;

/* Below this a ranking is hardly more than chance. */
static const double EVIDENCE_MIN = .01;

/* A site that is suspected in earnest. */
static const double BLAME_MIN = .25;

/* From here on a reference counts as stored in a container. */
static const double STORED_SHARE_MIN = .5;

/* Below this share a candidate is noise. */
static const double CANDIDATE_SHARE_MIN = .02;

struct life_part {
    const struct ledger_signature_entry *entry;
    struct stack stack;
    uint64_t taken, released;
};

static bool
is_disposed(const struct report *report, const struct stack *released,
            size_t common)
{
    for (size_t i = 0; i + common < released->relevant; i++) {
        if ((symbols_function(report->symbols, released->frames[i].function)
                 ->flags &
             FUNCTION_DISPOSER) != 0) {
            return true;
        }
    }
    return false;
}

/*
 * Of two takings that have as much of their path in common with a release: a
 * function gives back what it had made before what others took of it, and what
 * it was handed before what is deep in other functions; then the latest.
 */
static bool
is_likelier(const struct life_part *one, const struct life_part *other,
            uint32_t birth)
{
    bool born = one->entry->tag == birth;

    if (born != (other->entry->tag == birth)) {
        return born;
    }
    if (one->stack.relevant != other->stack.relevant) {
        return one->stack.relevant < other->stack.relevant;
    }
    return one->entry->last > other->entry->last;
}

/* The taking that a release answers: longest common path. */
static struct life_part *
find_answered(struct life_part *parts, size_t count, uint32_t birth,
              const struct life_part *released, size_t *common)
{
    struct life_part *best = NULL;

    *common = 0;
    for (size_t i = 0; i < count; i++) {
        size_t shared;

        if (parts[i].taken == 0) {
            continue;
        }
        shared = stack_common(&parts[i].stack, &released->stack);
        if (best == NULL || shared > *common ||
            (shared == *common && is_likelier(&parts[i], best, birth))) {
            best = &parts[i];
            *common = shared;
        }
    }
    return best;
}

static int
compare_last(const void *a, const void *b)
{
    uint32_t left = ((const struct life_part *)a)->entry->last;
    uint32_t right = ((const struct life_part *)b)->entry->last;

    return (left > right) - (left < right);
}

static void
learn_life(const struct report *report, struct settling *settling,
           const struct ledger_signature *life, struct life_part *parts,
           double times)
{
    /* Otherwise hot paths would drown the rest: about 1 + .3 ln(objects). */
    int bits = life->objects > 0 ? 63 - __builtin_clzll(life->objects) : 0;
    double weight = times * (1 + .2 * bits);
    size_t count = life->count < SIGNATURE_ENTRIES_MAX ? life->count
                                                       : SIGNATURE_ENTRIES_MAX;

    for (size_t i = 0; i < count; i++) {
        parts[i].entry = ledger_signature_entry_at(report->ledger,
                                                   life->first + (uint32_t)i);
        parts[i].taken = parts[i].entry->taken;
        parts[i].released = parts[i].entry->released;
        stacks_fill(report->stacks, parts[i].entry->tag, &parts[i].stack);
        if (parts[i].taken > 0) {
            settling_see(settling, &parts[i].stack, (double)life->objects);
        }
    }
    qsort(parts, count, sizeof *parts, compare_last);
    for (size_t i = 0; i < count; i++) {
        while (parts[i].released > 0) {
            size_t common;
            struct life_part *taken =
                find_answered(parts, count, life->birth, &parts[i], &common);
            uint64_t amount;

            if (taken == NULL) {
                break;
            }
            amount = taken->taken < parts[i].released ? taken->taken
                                                      : parts[i].released;
            taken->taken -= amount;
            parts[i].released -= amount;
            settling_learn(settling, &taken->stack, &parts[i].stack,
                           taken->entry->tag == life->birth,
                           is_disposed(report, &parts[i].stack, common),
                           weight);
        }
    }
}

static void
learn(const struct report *report, struct settling *settling, double weight)
{
    uint32_t used = ledger_used(report->ledger, LEDGER_SIGNATURES);
    struct life_part *parts =
        (struct life_part *)memory_zeroed(SIGNATURE_ENTRIES_MAX, sizeof *parts);

    for (uint32_t i = 1; i < used; i++) {
        learn_life(report, settling, ledger_signature_at(report->ledger, i),
                   parts, weight);
    }
    for (size_t i = 0; i < SIGNATURE_ENTRIES_MAX; i++) {
        stack_clear(&parts[i].stack);
    }
    free(parts);
}

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
    struct tag_sum *sums = account_sum(report->ledger, suspect->accounts,
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
    const struct ledger *ledger = report->ledger;
    struct stack stack = { 0 };

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);
        bool related = false;

        if (account->state != LEDGER_ACCOUNT_BORN || spoken_for[i] ||
            account->type != suspect->type || account->references <= 0) {
            continue;
        }
        stacks_fill(report->stacks, account->birth, &stack);
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
            ledger_account_at(report->ledger, suspect->accounts[i]);

        for (uint32_t e = account->entries; e != 0;
             e = ledger_entry_at(report->ledger, e)->next) {
            const struct ledger_entry *entry =
                ledger_entry_at(report->ledger, e);

            if (entry->taken > 0) {
                stacks_fill(report->stacks, entry->tag, &stack);
                settling_see(seen, &stack, (double)step);
            }
        }
    }
    stack_clear(&stack);
    return seen;
}

static void
add_finding(struct report *report, const struct settling *settling,
            struct suspect *suspect, bool *spoken_for)
{
    const struct ledger *ledger = report->ledger;
    const struct ledger_type *type = ledger_type_at(ledger, suspect->type);
    struct settling *seen = see_suspects(report, suspect);
    struct blame_sources sources = { ledger, report->symbols, report->stacks,
                                     settling, seen };
    struct candidates candidates = { 0 };
    struct finding finding;
    size_t samples =
        suspect->account_count < SAMPLES ? suspect->account_count : SAMPLES;

    /* From the middle of their time: the first ones tend to be special. */
    for (size_t i = 0; i < samples; i++) {
        size_t at = suspect->account_count * (2 * i + 1) / (2 * samples);

        blame_account(&sources, suspect->accounts[at], suspect->verdict,
                      &candidates);
    }
    blame_sort(&candidates);
    if (suspect->account_count > 1 && candidates.count > 0) {
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
        .growth = growth_of_accounts(report->growth, suspect->accounts,
                                     suspect->account_count),
    };
    owners_describe(report, suspect->accounts, suspect->account_count,
                    &finding.owners);
    add_sites(report, &finding, suspect, &candidates);
    free(candidates.items);
    settling_free(seen);
    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    report->findings[report->finding_count++] = finding;
}

/*
 * A ledger that says "running" is either that of a process which lives, or was
 * cut short. The process that has the number now must have started before the ledger.
 */
static bool
still_runs(const struct ledger_header *header)
{
    char path[64], text[1024];
    unsigned long long ticks = 0;
    struct timespec now, since_boot;
    double started, began = (double)header->start_realtime_ns / 1e9;
    const char *after_name;
    size_t length;
    FILE *file;

    if (header->pid == 0 || header->pid > INT32_MAX) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%d/stat", (int)header->pid);
    file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    after_name = strrchr(text, ')');
    if (after_name == NULL ||
        sscanf(after_name + 1,
               " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
               "%*s %*s %*s %*s %llu",
               &ticks) != 1) {
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &since_boot);
    started = (double)now.tv_sec - (double)since_boot.tv_sec +
              (double)ticks / (double)sysconf(_SC_CLK_TCK);
    return started <= began + 2;
}

static enum report_end
end_of(const struct ledger_header *header)
{
    switch (header->end) {
    case LEDGER_FINISHED:
        return END_FINISHED;
    case LEDGER_STOPPED:
        return END_STOPPED;
    default:
        return still_runs(header) ? END_RUNNING : END_CUT_SHORT;
    }
}

/* Containers are the root of a leak more often than what they hold. */
static bool
is_stored(const struct finding *finding)
{
    return finding->stored >= STORED_SHARE_MIN && !finding->holds;
}

/* What is known for sure counts more. */
static double
weight_of(const struct finding *finding)
{
    return (double)finding->references * finding->confidence;
}

static int
compare_findings(const void *a, const void *b)
{
    const struct finding *left = (const struct finding *)a;
    const struct finding *right = (const struct finding *)b;

    if (left->taken_twice != right->taken_twice) {
        return left->taken_twice ? -1 : 1;
    }
    if (is_stored(left) != is_stored(right)) {
        return is_stored(left) ? 1 : -1;
    }
    if ((left->evidence < EVIDENCE_MIN) != (right->evidence < EVIDENCE_MIN)) {
        return left->evidence < EVIDENCE_MIN ? 1 : -1;
    }
    if (weight_of(left) != weight_of(right)) {
        return weight_of(left) < weight_of(right) ? 1 : -1;
    }
    if (left->objects != right->objects) {
        return left->objects < right->objects ? 1 : -1;
    }
    return (left->example > right->example) - (left->example < right->example);
}

/* One or several references that each of the holder's objects may have. */
static bool
numbers_fit(const struct finding *holder, const struct finding *held)
{
    uint64_t each = (held->references + holder->objects / 2) /
                    (holder->objects > 0 ? holder->objects : 1);
    uint64_t expected = each * holder->objects;
    uint64_t difference = expected > held->references
                              ? expected - held->references
                              : held->references - expected;

    return each >= 1 && each <= HELD_EACH_MAX &&
           difference <= held->references / 10;
}

/* Was `held` taken in the same call of the function that `holder` blames? */
static bool
below_blamed(const struct report *report, const struct finding *holder,
             const struct finding *held)
{
    struct stack a = { 0 }, b = { 0 };
    bool below = false;

    if (holder->site_count == 0) {
        return false;
    }
    stacks_fill(report->stacks, holder->sites[0].tag, &a);
    for (size_t i = 0; i < held->site_count; i++) {
        if (held->sites[i].blame >= BLAME_MIN) {
            stacks_fill(report->stacks, held->sites[i].tag, &b);
            below |=
                a.relevant - stack_common(&a, &b) <= holder->sites[0].frame;
        }
    }
    stack_clear(&a);
    stack_clear(&b);
    return below;
}

/*
 * What a leaked container holds is alive because of the container. Without
 * knowing owners: the references are of a kind that containers give up, or
 * were taken in the very calls that leaked containers, as many for each, or as
 * many while nothing points at anybody.
 */
static bool
is_held(const struct report *report, const struct finding *held, size_t kept)
{
    for (size_t i = 0; i < kept; i++) {
        const struct finding *holder = &report->findings[i];

        if (!holder->holds || holder->verdict != VERDICT_SURPLUS ||
            held->verdict != VERDICT_SURPLUS || holder->taken_twice ||
            holder->objects < HOLDERS_MIN) {
            continue;
        }
        if (held->stored >= STORED_SHARE_MIN &&
            held->references / HELD_EACH_MAX <= holder->objects) {
            return true;
        }
        if (numbers_fit(holder, held) && (held->evidence < EVIDENCE_MIN ||
                                          below_blamed(report, holder, held))) {
            return true;
        }
    }
    return false;
}

static void
drop_held(struct report *report)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];

        if (!finding->taken_twice && is_held(report, finding, kept)) {
            report->silent[SILENCE_HELD] += finding->objects;
            finding_clear(finding);
            continue;
        }
        report->findings[kept++] = *finding;
    }
    report->finding_count = kept;
}

static void
say(analysis_progress *progress, const char *what)
{
    if (progress != NULL) {
        progress(what);
    }
}

void
analysis_build(struct report *report, const struct ledger *ledger,
               const char *path, bool names, analysis_progress *progress)
{
    struct settling *settling = settling_create();
    struct suspects suspects = { 0 };
    bool *spoken_for = (bool *)memory_zeroed(
        ledger_used(ledger, LEDGER_ACCOUNTS), sizeof *spoken_for);

    memset(report, 0, sizeof *report);
    report->path = path;
    report->ledger = ledger;
    report->symbols = symbols_create(ledger, names);
    report->stacks = stacks_create(ledger, report->symbols);
    report->growth = growth_create(ledger);
    report->owners = owners_create(ledger);
    if (names) {
        report->sources = sources_create(ledger->header->start_realtime_ns);
    }
    report->end = end_of(ledger->header);

    say(progress, "looking at what is alive");
    taken_twice_find(report, spoken_for);
    cycle_find(report, spoken_for);
    held_find(report);
    verdict_suspects(report, spoken_for, &suspects);
    if (suspects.count > 0) {
        say(progress, "learning from lives that balanced");
        background_load(settling, report->symbols, ledger);
        learn(report, settling, OWN_RUN_WEIGHT);
    }
    say(progress, "ranking");
    for (size_t i = 0; i < suspects.count; i++) {
        add_finding(report, settling, &suspects.items[i], spoken_for);
    }
    if (report->finding_count > 0) {
        qsort(report->findings, report->finding_count, sizeof *report->findings,
              compare_findings);
    }
    drop_held(report);
    suspects_clear(&suspects);
    settling_free(settling);
    free(spoken_for);
}

void
analysis_learn(FILE *file, const struct ledger *ledger)
{
    struct settling *settling = settling_create();
    struct report report = { .ledger = ledger };

    report.symbols = symbols_create(ledger, true);
    report.stacks = stacks_create(ledger, report.symbols);
    learn(&report, settling, 1);
    background_write(file, settling, report.symbols, ledger);
    settling_free(settling);
    report_clear(&report);
}

void
finding_clear(struct finding *finding)
{
    free(finding->type);
    free(finding->sites);
    free(finding->why);
    finding_owners_clear(&finding->owners);
}

void
report_clear(struct report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        finding_clear(&report->findings[i]);
    }
    free(report->findings);
    if (report->growth != NULL) {
        growth_free(report->growth);
    }
    if (report->owners != NULL) {
        owners_free(report->owners);
    }
    if (report->sources != NULL) {
        sources_free(report->sources);
    }
    stacks_free(report->stacks);
    symbols_free(report->symbols);
    memset(report, 0, sizeof *report);
}

const char *
verdict_word(enum verdict verdict)
{
    static const char *const words[VERDICT_KINDS] = {
        [VERDICT_SURPLUS] = "surplus",
        [VERDICT_DEFICIT] = "deficit",
        [VERDICT_HELD] = "held",
        [VERDICT_CYCLE] = "cycle",
    };

    return words[verdict];
}

const char *
verdict_text(enum verdict verdict)
{
    static const char *const texts[VERDICT_KINDS] = {
        [VERDICT_SURPLUS] = "References were taken that nobody gave back.",
        [VERDICT_DEFICIT] = "References were released more often than taken.",
        [VERDICT_HELD] = "Objects all have owners, and are more than expected.",
        [VERDICT_CYCLE] = "Objects own each other and cannot be collected.",
    };

    return texts[verdict];
}

const char *
role_word(enum role role)
{
    return role == ROLE_RELEASED ? "released" : "taken";
}

const char *
report_end_word(enum report_end end)
{
    static const char *const words[] = { "finished", "running", "cut short",
                                         "stopped" };

    return words[end];
}

const char *
silence_text(enum silence silence)
{
    static const char *const texts[] = {
        "made while the interpreter or a module was set up",
        "too few of a kind to tell",
        "of a kind that is nearly always given back",
        "held by others that are alive",
        "of a type of which changes were missed",
        "older than the recording",
        "recorded without the stack of their birth",
        "of a kind that does not grow from checkpoint to checkpoint",
    };

    return texts[silence];
}

#include "report/blame/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/blame/conclusion.h"
#include "report/blame/elsewhere.h"
#include "report/blame/lent_fault.h"
#include "report/blame/finding_order.h"
#include "report/blame/lent.h"
#include "report/blame/one_bug.h"
#include "report/blame/ranked_finding.h"
#include "report/detect/cycle.h"
#include "report/detect/held.h"
#include "report/detect/taken_twice.h"
#include "report/detect/verdict.h"
#include "report/evidence/background.h"
#include "report/evidence/code/fates.h"
#include "report/evidence/code/function_code.h"
#include "report/evidence/growth.h"
#include "report/evidence/learned.h"
#include "report/evidence/lives.h"
#include "report/evidence/owners.h"
#include "report/finding/harness.h"
#include "report/input/ledger_load.h"
#include "report/symbols/source.h"
#include "report/symbols/stacks.h"
#include "report/text/memory.h"

/* The user's own run says more about it than other programs. */
static const double OWN_RUN_WEIGHT = 2;

/*
 * A ledger that says "running" is either that of a process which lives, or was
 * cut short. The process that has the number now must have started before the ledger.
 */
bool
analysis_still_runs(const struct ledger_header *header)
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
    if (header->snapshot != 0) {
        return END_RUNNING;
    }
    switch (header->end) {
    case LEDGER_FINISHED:
        return END_FINISHED;
    case LEDGER_STOPPED:
        return END_STOPPED;
    default:
        return analysis_still_runs(header) ? END_RUNNING : END_CUT_SHORT;
    }
}

static void
say(analysis_progress *progress, const char *what)
{
    if (progress != NULL) {
        progress(what);
    }
}

/* What programs of this user have taught. */
static void
load_learned(struct settling *settling, struct symbols *symbols,
             const struct ledger *ledger)
{
    char *path = learned_path(ledger);

    if (path != NULL) {
        learned_load(path, settling, symbols, ledger);
        free(path);
    }
}

static void
inputs_create_for_lives(struct inputs *inputs, const struct ledger *ledger)
{
    memset(inputs, 0, sizeof *inputs);
    inputs->ledger = ledger;
    inputs->symbols = symbols_create(ledger, true);
    inputs->stacks = stacks_create(ledger, inputs->symbols);
}

static void
inputs_create(struct inputs *inputs, const struct ledger *ledger,
              const struct analysis *request)
{
    memset(inputs, 0, sizeof *inputs);
    inputs->path = request->path;
    inputs->ledger = ledger;
    inputs->symbols = symbols_create(ledger, request->names);
    inputs->stacks = stacks_create(ledger, inputs->symbols);
    inputs->fates = fates_create(inputs->symbols);
    inputs->code = (struct code_memory *)memory_zeroed(1, sizeof *inputs->code);
    inputs->lent = lent_create();
    inputs->growth = growth_create(ledger, request->region);
    inputs->owners = owners_create(ledger);
    if (request->names) {
        inputs->sources = sources_create(ledger->header->start_realtime_ns);
    }
}

static void
inputs_clear(struct inputs *inputs)
{
    if (inputs->growth != NULL) {
        growth_free(inputs->growth);
    }
    if (inputs->owners != NULL) {
        owners_free(inputs->owners);
    }
    if (inputs->sources != NULL) {
        sources_free(inputs->sources);
    }
    if (inputs->lent != NULL) {
        lent_free(inputs->lent);
    }
    free(inputs->code);
    if (inputs->fates != NULL) {
        fates_free(inputs->fates);
    }
    stacks_free(inputs->stacks);
    symbols_free(inputs->symbols);
    memset(inputs, 0, sizeof *inputs);
}

/* What a region has is what grows by its passes, or falls. */
static void
drop_what_stays(struct report *report)
{
    size_t kept = 0;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];

        if (finding->growth.kind == GROWTH_LINEAR ||
            finding->growth.kind == GROWTH_FALLS) {
            report->findings[kept++] = *finding;
        }
        else {
            finding_clear(finding);
        }
    }
    report->finding_count = kept;
}

/* Each by itself, and then by what the others say. */
static void
rank(struct report *report, const struct settling *settling,
     const struct answers *answers, const struct suspects *suspects,
     bool *spoken_for)
{
    struct suspect **ranked =
        (struct suspect **)memory_zeroed(suspects->count + 1, sizeof *ranked);
    size_t first = report->finding_count;

    for (size_t i = 0; i < suspects->count; i++) {
        if (ranked_finding_add(report, settling, answers, &suspects->items[i],
                               spoken_for)) {
            ranked[report->finding_count - first - 1] = &suspects->items[i];
        }
    }
    elsewhere_argue(report->findings + first, ranked,
                    report->finding_count - first);
    conclusion_draw(report, first, ranked);
    free(ranked);
}

void
analysis_build(struct report *report, const struct ledger *ledger,
               const struct analysis *request)
{
    struct settling *settling = settling_create();
    struct answers *answers = NULL;
    struct suspects suspects = { 0 };
    struct unowned *unowned = unowned_create(ledger);
    bool *spoken_for = (bool *)memory_zeroed(
        ledger_used(ledger, LEDGER_ACCOUNTS), sizeof *spoken_for);

    memset(report, 0, sizeof *report);
    inputs_create(&report->inputs, ledger, request);
    report->end = end_of(ledger->header);

    say(request->progress, "looking at what is alive");
    /* What runs, or died in the middle of it, still has both halves of what it
     * will release once. */
    if ((verdict_possible(report) && !ledger_ended_by_fault(ledger)) ||
        owners_known(report->inputs.owners)) {
        taken_twice_find(report, unowned, spoken_for);
    }
    cycle_find(report, spoken_for);
    held_find(report);
    verdict_suspects(report, unowned, spoken_for, &suspects);
    unowned_free(unowned);
    if (suspects.count > 0) {
        say(request->progress, "learning from lives that balanced");
        answers = answers_create(ledger, report->inputs.symbols);
        background_load(settling, report->inputs.symbols, ledger);
        if (request->names) {
            load_learned(settling, report->inputs.symbols, ledger);
        }
        lives_learn(&report->inputs, settling, answers, OWN_RUN_WEIGHT);
    }
    say(request->progress, "ranking");
    rank(report, settling, answers, &suspects, spoken_for);
    lent_fault_find(report);
    harness_mark(report);
    finding_order(report);
    one_bug_join(report);
    finding_sort(report); /* a bug weighs what all of its findings do */
    if (request->region != NULL) {
        drop_what_stays(report);
    }
    suspects_clear(&suspects);
    settling_free(settling);
    if (answers != NULL) {
        answers_free(answers);
    }
    free(spoken_for);
}

void
analysis_learn(FILE *file, const struct ledger *ledger)
{
    struct settling *settling = settling_create();
    struct inputs inputs;

    inputs_create_for_lives(&inputs, ledger);
    lives_learn(&inputs, settling, NULL, 1);
    background_write(file, settling, inputs.symbols, ledger);
    settling_free(settling);
    inputs_clear(&inputs);
}

void
report_clear(struct report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        finding_clear(&report->findings[i]);
    }
    free(report->findings);
    inputs_clear(&report->inputs);
    memset(report, 0, sizeof *report);
}

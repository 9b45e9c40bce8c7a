#include "report/run/gap_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/coverage.h"
#include "report/detect/verdict.h"
#include "report/input/ledger_load.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum { IMAGES_NAMED = 3 };

static char *
begun_late(const struct ledger_header *header)
{
    double seconds =
        (double)(header->recording_realtime_ns - header->start_realtime_ns) /
        1e9;

    switch (header->start) {
    case LEDGER_NOT_STARTED:
        return memory_text("recording was to begin later, and what it waited "
                           "for did not come (REFTALLY_START)");
    case LEDGER_STARTED_ATTACHED:
        return memory_text("the program ran already when recording began "
                           "(reftally attach): objects born before were not "
                           "seen");
    default:
        return memory_format("recording began after %.1f s (REFTALLY_START): "
                             "objects born before were not seen",
                             seconds);
    }
}

/* REFTALLY_START: what was born by then is neither seen nor judged. */
bool
gap_start(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;

    if (header->start == LEDGER_STARTED_AT_ONCE) {
        return false;
    }
    out->left =
        header->start == LEDGER_NOT_STARTED ? JUDGED_NOT : JUDGED_IN_PART;
    out->text = begun_late(header);
    if (header->start != LEDGER_STARTED_ATTACHED) {
        *next =
            next_command_again(report->inputs.ledger, "REFTALLY_START", "now");
    }
    return true;
}

bool
gap_untracked(const struct report *report, struct judgement_gap *out,
              char **next)
{
    char *track = ledger_printable(report->inputs.ledger,
                                   report->inputs.ledger->header->track);
    bool none = track != NULL && strcmp(track, "none") == 0;

    free(track);
    if (report->inputs.ledger->header->start == LEDGER_NOT_STARTED ||
        (!none && report->end == END_STOPPED)) {
        return false; /* said by gap_start, gap_stopped */
    }
    if (!none && (report->inputs.ledger->header->changes_seen > 0 ||
                  coverage_saw_no_type(report->inputs.ledger))) {
        return false;
    }
    out->left = JUDGED_NOT;
    out->text = memory_text(none ? "no type was tracked (REFTALLY_TRACK=none)"
                                 : "no change of a count was seen");
    if (!none) {
        return true;
    }
    *next = next_command_again(report->inputs.ledger, "REFTALLY_TRACK", "all");
    return true;
}

bool
gap_unseen(const struct report *report, struct judgement_gap *out, char **next)
{
    struct lines types = { 0 };
    size_t wanted = coverage_unseen(report->inputs.ledger, &types);

    if (types.count == 0 ||
        (report->end == END_STOPPED &&
         report->inputs.ledger->header->changes_seen == 0)) {
        lines_clear(&types);
        return false;
    }
    out->left = types.count == wanted ? JUDGED_NOT : JUDGED_IN_PART;
    out->text =
        memory_format("no object of type %s was seen%s%s%s", types.items[0],
                      types.count > 1 ? ", nor of " : "",
                      types.count > 1 ? types.items[1] : "",
                      coverage_saw_no_type(report->inputs.ledger)
                          ? ", and no other type was tracked (REFTALLY_TRACK)"
                          : "");
    *next = next_command_again(report->inputs.ledger, "REFTALLY_TRACK", "all");
    lines_clear(&types);
    return true;
}

/* What was left out and is dead, with its count right, hides nothing. */
bool
gap_room(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    uint64_t alive = coverage_counted_alive(report->inputs.ledger);
    bool hashed = header->filter != 0;
    char left[TEXT_NUMBER_BYTES], all[TEXT_NUMBER_BYTES];
    char living[TEXT_NUMBER_BYTES];

    if (header->unsampled == 0 ||
        (!hashed && alive == 0 && verdict_possible(report))) {
        return false;
    }
    text_number(left, (int64_t)header->unsampled);
    text_number(all, (int64_t)(header->births + header->unsampled));
    text_number(
        living,
        (int64_t)(alive < header->unsampled ? alive : header->unsampled));
    out->left = JUDGED_IN_PART;
    out->text =
        hashed || !verdict_possible(report)
            ? memory_format("%s of %s births were left out to stay within "
                            "%" PRIu64 " MiB, and nothing is known of them",
                            left, all, header->memory_limit_bytes >> 20)
            : memory_format("%s of %s births were left out to stay within "
                            "%" PRIu64 " MiB: of the %s such objects that "
                            "were alive only the counts are known",
                            left, all, header->memory_limit_bytes >> 20,
                            living);
    *next = gap_with_memory(report);
    return true;
}

bool
gap_stacks(const struct report *report, struct judgement_gap *out, char **next)
{
    if (report->inputs.ledger->header->stack_mode != LEDGER_STACK_NONE ||
        report->inputs.ledger->header->changes_seen == 0) {
        return false; /* or there was nothing that has one */
    }
    out->left = JUDGED_IN_PART;
    out->text = memory_text("no stacks were recorded, so no place can be "
                            "named (REFTALLY_STACK=none)");
    *next = next_command_again(report->inputs.ledger, "REFTALLY_STACK", "full");
    return true;
}

bool
gap_missed(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    char *python;
    char number[TEXT_NUMBER_BYTES], all[TEXT_NUMBER_BYTES];

    if (header->changes_missed == 0) {
        return false;
    }
    out->left = JUDGED_IN_PART;
    out->text =
        memory_format("%s of %s changes were not seen",
                      text_number(number, (int64_t)header->changes_missed),
                      text_number(all, (int64_t)(header->changes_seen +
                                                 header->changes_missed)));
    python = ledger_printable(report->inputs.ledger, header->python_executable);
    *next = python != NULL ? next_command_about("selftest", python) : NULL;
    free(python);
    return true;
}

bool
gap_outside(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    char number[TEXT_NUMBER_BYTES];

    if (header->outside == 0) {
        return false;
    }
    out->left = JUDGED_IN_PART;
    out->text = memory_format(
        "%s changes were not recorded: a signal's handler made them in the "
        "midst of the library's work, or jumped out of that and ended it, or "
        "a thread without the interpreter's lock made them",
        text_number(number, (int64_t)header->outside));
    (void)next;
    return true;
}

bool
gap_refused(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint64_t count = 0;
    char *names = memory_text(""), *why = NULL;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);
        char *before = names;

        if (image->refused == 0) {
            continue;
        }
        if (count++ == 0) {
            char *path = ledger_printable(ledger, image->path);

            why = ledger_printable(ledger, image->refused);
            *next = path != NULL ? next_command_about("sites", path) : NULL;
            free(path);
        }
        if (count <= IMAGES_NAMED) {
            names =
                memory_format("%s%s%s", before, count > 1 ? ", " : "",
                              symbols_image_name(report->inputs.symbols, i));
            free(before);
        }
    }
    if (count > 0) {
        out->left = JUDGED_IN_PART;
        out->brief = memory_format("%s%s %s not patched", names,
                                   count > IMAGES_NAMED ? " and others" : "",
                                   count > 1 ? "were" : "was");
        out->text = memory_format(
            "what %s%s did to counts was not seen: it could not be patched "
            "(%s)",
            names, count > IMAGES_NAMED ? " and others" : "",
            why != NULL ? why : "?");
    }
    free(names);
    free(why);
    return count > 0;
}

bool
gap_torn(const struct report *report, struct judgement_gap *out, char **next)
{
    if (report->inputs.ledger->repairs == 0) {
        return false;
    }
    out->left = JUDGED_IN_PART;
    out->text = memory_format("%" PRIu64 " fields of the torn ledger were "
                              "unreadable",
                              report->inputs.ledger->repairs);
    *next = next_command_again(report->inputs.ledger, NULL, NULL);
    return true;
}

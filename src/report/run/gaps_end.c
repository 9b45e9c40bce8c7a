#include "report/run/gap_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/reason.h"
#include "report/detect/growing_last.h"
#include "report/detect/verdict_rules.h"
#include "report/input/ledger_load.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"

enum {
    STATUS_EXCEPTION = 1,            /* of Python, where nobody caught it */
    STATUS_NO_PROGRAM = 2,           /* ... where its file cannot be opened */
    HEXVERSION_RETURNS = 0x030d0000, /* from some 3.13 on SystemExit never calls
                                        Py_Exit */
};

/*
 * How long the interpreter may take to let go of its objects: as long as the
 * census that looked at them, mostly; several times that, where the machine is
 * busy, and a second that anybody may lose.
 */
enum { FINALIZE_FACTOR = 8 };
static const uint64_t FINALIZE_NS = 1000000000;

bool
gap_stopped(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    char *detail = ledger_printable(report->inputs.ledger, header->reason_text);

    if (report->end != END_STOPPED) {
        free(detail);
        return false;
    }
    out->left = JUDGED_NOT;
    out->text =
        memory_format("recording stopped before the process ended: %s%s%s",
                      reason_text((enum reason)header->reason),
                      detail != NULL ? ": " : "", detail != NULL ? detail : "");
    free(detail);
    *next = header->reason == REASON_LEDGER_FULL ||
                    header->reason == REASON_LEDGER_CUT
                ? next_command_again(report->inputs.ledger, NULL, NULL)
                : NULL;
    return true;
}

/* Then no question and no checkpoint is answered. */
static bool
is_sealed(const struct report *report)
{
    return report->inputs.ledger->header->sealed != LEDGER_NOT_SEALED;
}

bool
gap_running(const struct report *report, struct judgement_gap *out, char **next)
{
    if (report->end != END_RUNNING ||
        report->inputs.ledger->header->snapshot != 0) {
        return false;
    }
    out->left = JUDGED_NOT;
    out->text = memory_text(
        "the process still runs, and nobody has asked it who owns what");
    *next = is_sealed(report)
                ? NULL
                : next_command_about("report", report->inputs.path);
    return true;
}

bool
gap_cut_short(const struct report *report, struct judgement_gap *out,
              char **next)
{
    char *grown;

    if (report->end != END_CUT_SHORT) {
        return false;
    }
    grown = growing_last(report);
    out->left = grown != NULL ? JUDGED_IN_PART : JUDGED_NOT;
    out->text =
        grown != NULL
            ? memory_format("the process was killed, and could not be asked "
                            "who owned what; what became more and more until "
                            "the last count, after %.1f s: %s",
                            growing_last_seconds(report), grown)
            : memory_text("the process was killed, and could not be asked "
                          "who owned what");
    free(grown);
    *next = is_sealed(report) ? NULL : gap_with_checkpoints(report);
    return true;
}

/* The first checkpoint of --call is made before the calls that count: without
 * it, the function is not there, or fails at once. */
bool
gap_calls(const struct report *report, struct judgement_gap *out, char **next)
{
    char *name = NULL;
    uint64_t wanted = next_command_calls(report->inputs.ledger, &name);
    uint64_t made = growth_checkpoints(report->inputs.ledger) +
                    report->inputs.ledger->header->checkpoints_dropped;
    bool fewer;

    made -= made > 0;
    fewer = made < wanted && report->end != END_RUNNING;
    if (fewer) {
        out->left = made < CHECKPOINTS_MIN ? JUDGED_NOT : JUDGED_IN_PART;
        out->text =
            made == 0
                ? memory_format("none of the calls of %s that count was "
                                "made: the program ended before, and what "
                                "it printed says why",
                                name)
                : memory_format("%s was called %" PRIu64 " times of %" PRIu64
                                ": the program ended before",
                                name, made, wanted);
        /* The same again would end the same way. */
        *next = made == 0 ? NULL : next_command_plain(report->inputs.ledger);
    }
    free(name);
    return fewer;
}

static bool
is_function(const struct ledger *ledger, const struct ledger_code *code,
            const char *wanted)
{
    uint32_t length;
    const char *name = ledger_text(ledger, code->function, &length);

    return name != NULL && length == strlen(wanted) &&
           memcmp(name, wanted, length) == 0;
}

/* By python -m, or a folder: there SystemExit becomes the status of Py_RunMain. */
static bool
is_run_as_module(const struct ledger *ledger)
{
    uint32_t codes = ledger_used(ledger, LEDGER_CODES);
    bool found = false;

    for (uint32_t i = 1; i < codes && !found; i++) {
        found = is_function(ledger, ledger_code_at(ledger, i),
                            "_run_module_as_main");
    }
    return found;
}

/* One of the words that the process was started with. */
static bool
is_word_of_command(const struct ledger *ledger, ledger_string name)
{
    uint32_t length, bytes;
    const char *text = ledger_text(ledger, name, &length);
    const char *word = ledger_text(ledger, ledger->header->command, &bytes);
    const char *end = word + bytes;

    while (word != NULL && text != NULL && word < end) {
        size_t size = strnlen(word, (size_t)(end - word));

        if (size == length && memcmp(word, text, size) == 0) {
            return true;
        }
        word += size + 1;
    }
    return false;
}

/* Code of the program's own ran, so its file could be opened. */
static bool
has_run(const struct ledger *ledger)
{
    uint32_t codes = ledger_used(ledger, LEDGER_CODES);
    bool found = is_run_as_module(ledger);

    for (uint32_t i = 1; i < codes && !found; i++) {
        const struct ledger_code *code = ledger_code_at(ledger, i);

        found = is_function(ledger, code, "<module>") &&
                is_word_of_command(ledger, code->filename);
    }
    return found;
}

/* An exception that nobody catches leaves one. */
static bool
has_no_last_traceback(const struct ledger *ledger)
{
    uint32_t last = ledger->header->last_traceback;

    return last == LEDGER_LAST_TRACEBACK_NONE ||
           last == LEDGER_LAST_TRACEBACK_INNER;
}

/*
 * Py_Exit: the program wanted to end, and so it did with a status that Python has
 * no meaning for. A host that has Python inside gives its own statuses a meaning
 * of its own.
 */
static bool
ended_by_itself(const struct report *report, uint32_t status)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct place *place = symbols_address(
        report->inputs.symbols, ledger->header->finalized_by, 1);

    if (status > STATUS_NO_PROGRAM ||
        (status == STATUS_NO_PROGRAM && has_run(ledger)) ||
        (status == STATUS_EXCEPTION && has_no_last_traceback(ledger))) {
        return true;
    }
    if (place->image != 0 &&
        !ledger_image_is_interpreters(ledger, place->image)) {
        return true;
    }
    return place->count > 0 &&
           strcmp(symbols_function(report->inputs.symbols,
                                   place->frames[place->count - 1].function)
                      ->name,
                  "Py_Exit") == 0;
}

static char *
died_text(const struct ledger *ledger, uint32_t status)
{
    if (status != STATUS_EXCEPTION) {
        return memory_format("the interpreter could not run the program: it "
                             "ended with status %" PRIu32,
                             status);
    }
    return memory_text(
        ledger->header->last_traceback == LEDGER_LAST_TRACEBACK_UNKNOWN &&
                (is_run_as_module(ledger) ||
                 ledger->header->python_hexversion >= HEXVERSION_RETURNS)
            ? "the program ended with status 1, which is its own or that of an "
              "exception that nobody caught: what it did not come to was not "
              "judged"
            : "the program ended by an exception that nobody caught: what it "
              "did not come to was not judged");
}

bool
gap_died(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger_header *header = report->inputs.ledger->header;
    uint32_t status = header->exit_status - 1;

    if (header->exit_status <= 1 || header->finalized_by == 0 ||
        ended_by_itself(report, status)) {
        return false;
    }
    out->left = status == STATUS_EXCEPTION ? JUDGED_IN_PART : JUDGED_NOT;
    out->text = died_text(report->inputs.ledger, status);
    *next = next_command_plain(report->inputs.ledger);
    return true;
}

/*
 * A fault, or an abort. Who is alive was asked then, and is judged; what the
 * program would have done is not, nor who released an object that it died of:
 * most that is released too early is not seen to be, as others have its memory
 * when somebody comes back to it.
 */
bool
gap_fault(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger *ledger = report->inputs.ledger;
    char *how;

    if (report->end != END_FINISHED || !ledger_ended_by_fault(ledger)) {
        return false;
    }
    how = ledger_printable(ledger, ledger->header->end_text);
    *next = next_command_confirm(ledger);
    out->left = JUDGED_IN_PART;
    out->text = memory_format(
        "the program died of %s: what it did not come to was not judged%s",
        how != NULL ? how : "?",
        *next != NULL ? "; if it died of an object that was released too "
                        "early, a second run may find who did it"
                      : "");
    free(how);
    return true;
}

/*
 * The census is taken when the interpreter begins to finalize itself. Then it
 * waits for threads that the program has left behind, and calls exit handlers.
 */
bool
gap_went_on(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;
    uint32_t censuses = ledger_used(ledger, LEDGER_CENSUSES);
    const struct ledger_census *last =
        ledger_census_at(ledger, censuses > 0 ? censuses - 1 : 0);
    uint64_t enough = FINALIZE_NS + last->duration_ns * (1 + FINALIZE_FACTOR);

    if (report->end != END_FINISHED ||
        (last->flags & LEDGER_CENSUS_FINAL) == 0 ||
        header->finalization == LEDGER_NOT_FINALIZED ||
        header->end_realtime_ns < last->realtime_ns ||
        header->end_realtime_ns - last->realtime_ns <= enough) {
        return false;
    }
    out->left = JUDGED_IN_PART;
    out->text = memory_format(
        "the program went on for %.1f s after its main thread had ended, in "
        "other threads or exit handlers, and what it did there was not judged; "
        "where its main thread joins the others, it is",
        (double)(header->end_realtime_ns - last->realtime_ns) / 1e9);
    *next = NULL;
    return true;
}

#include "report/run/gap_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/detect/verdict.h"
#include "report/detect/verdict_rules.h"
#include "report/input/ledger_load.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum {
    SECONDS_FACTOR = 6, /* more time, for a census that came to no end */
    SECONDS_MAX = 3600,
};

/* What checkpoints tell of growth stays true without owners. */
static enum judged
without_owners(const struct report *report)
{
    return growth_checkpoints(report->inputs.ledger) >= CHECKPOINTS_MIN
               ? JUDGED_IN_PART
               : JUDGED_NOT;
}

static bool
no_census(const struct report *report, struct judgement_gap *out, char **next)
{
    char *choice = ledger_setting(report->inputs.ledger, "REFTALLY_CENSUS");
    bool off = choice != NULL && strcmp(choice, "off") == 0;

    free(choice);
    if (off) {
        out->left = JUDGED_IN_PART;
        out->text = memory_text("nobody was asked who owns the objects "
                                "(REFTALLY_CENSUS=off)");
        *next = next_command_again(report->inputs.ledger, "REFTALLY_CENSUS",
                                   "auto");
    }
    return off;
}

/* Then the interpreter that was finalized did not stop all that ran. */
static bool
others_remained(const struct ledger_header *header)
{
    return header->own_locks > 0 &&
           header->finalization != LEDGER_NOT_FINALIZED;
}

/* What sealed it will be there the next time, too. */
static void
sealed(const struct report *report, struct judgement_gap *out)
{
    bool asked =
        report->inputs.ledger->header->sealed == LEDGER_SEALED_BY_SETTING;

    out->left = without_owners(report);
    out->text = memory_format(
        "%s, so nobody could be asked who owns the objects, and modules that "
        "came later were not recorded",
        asked ? "no system call was made while the program ran "
                "(REFTALLY_SEAL=1)"
              : "the program set up a filter of system calls");
}

/* A second run finds what a fault came of; else the next looks earlier. */
static char *
again_after(const struct report *report)
{
    const struct ledger *ledger = report->inputs.ledger;
    char *confirm =
        ledger_ended_by_fault(ledger) ? next_command_confirm(ledger) : NULL;

    return confirm != NULL ? confirm : gap_with_checkpoints(report);
}

bool
gap_owners(const struct report *report, struct judgement_gap *out, char **next)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t censuses = ledger_used(ledger, LEDGER_CENSUSES);
    const struct ledger_census *last =
        censuses < 2 ? NULL : ledger_census_at(ledger, censuses - 1);

    if (!verdict_possible(report)) {
        return false; /* told of already */
    }
    if (ledger->header->sealed != LEDGER_NOT_SEALED) {
        sealed(report, out);
        return true;
    }
    if (last == NULL) {
        return no_census(report, out, next);
    }
    out->left = without_owners(report);
    if ((last->flags & LEDGER_CENSUS_FAULT) != 0) {
        out->text = memory_text(
            "the search for owners was given up where the memory of an object "
            "could not be read: only what grows is reported");
    }
    else if ((last->flags & LEDGER_CENSUS_NONE) != 0) {
        out->text = memory_format(
            "nobody could be asked who owns the objects, as %s",
            others_remained(ledger->header)
                ? "interpreters with locks of their own had not ended"
                : "the process ended");
        *next = again_after(report);
    }
    else if ((last->flags & LEDGER_CENSUS_CUT) != 0) {
        uint64_t seconds = last->duration_ns / 1000000000 + 1;

        out->text = memory_format("the search for owners was given up after "
                                  "%.1f s: only what grows is reported",
                                  (double)last->duration_ns / 1e9);
        seconds *= SECONDS_FACTOR;
        *next = gap_again(report, "REFTALLY_CENSUS_SECONDS",
                          seconds < SECONDS_MAX ? seconds : SECONDS_MAX, "");
    }
    else if ((last->flags & LEDGER_CENSUS_FULL) != 0) {
        out->text = memory_text("the search for owners found no room for all "
                                "objects: only what grows is reported");
        *next = gap_with_memory(report);
    }
    else if ((last->flags & LEDGER_CENSUS_SCANNED) == 0) {
        out->text = memory_text(
            "the system did not let the process read its own memory "
            "(process_vm_readv, /proc/self/mem), where owners outside of "
            "Python are found: only what grows is reported");
    }
    return out->text != NULL;
}

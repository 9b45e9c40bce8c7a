#include "report/run/gaps.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/detect/growing_last.h"
#include "report/run/gap_rules.h"
#include "report/run/next_command.h"
#include "report/text/memory.h"

enum {
    MEMORY_FACTOR = 4,
    MEMORY_MAX_MIB = 8192,
    CHECKPOINTS = 4,  /* in the time that the run had, at least ... */
    SECONDS_MAX = 10, /* ... but no less often than that */
};

char *
gap_again(const struct report *report, const char *setting, uint64_t number,
          const char *unit)
{
    char *value = memory_format("%" PRIu64 "%s", number, unit);
    char *command = next_command_again(report->inputs.ledger, setting, value);

    free(value);
    return command;
}

/* Seconds from its start until its end, or the last moment that is known. */
static uint64_t
seconds_known(const struct report *report)
{
    const struct ledger_header *header = report->inputs.ledger->header;

    return header->end_realtime_ns > header->start_realtime_ns
               ? (header->end_realtime_ns - header->start_realtime_ns) /
                     1000000000
               : (uint64_t)growing_last_seconds(report);
}

char *
gap_with_checkpoints(const struct report *report)
{
    uint64_t known = seconds_known(report);
    uint64_t interval = known == 0 || known / CHECKPOINTS > SECONDS_MAX
                            ? SECONDS_MAX
                            : known / CHECKPOINTS;

    return gap_again(report, "REFTALLY_CHECKPOINT_INTERVAL",
                     interval > 0 ? interval : 1, "");
}

char *
gap_with_memory(const struct report *report)
{
    uint64_t had = report->inputs.ledger->header->memory_limit_bytes >> 20;
    uint64_t more = had * MEMORY_FACTOR < MEMORY_MAX_MIB ? had * MEMORY_FACTOR
                                                         : MEMORY_MAX_MIB;

    return had == 0 || more <= had
               ? NULL
               : gap_again(report, "REFTALLY_MEMORY", more, "M");
}

static const struct {
    const char *word;
    gap_rule *examine;
} gaps[] = {
    [GAP_STOPPED] = { "stopped", gap_stopped },
    [GAP_RUNNING] = { "running", gap_running },
    [GAP_CUT_SHORT] = { "cut short", gap_cut_short },
    [GAP_START] = { "start", gap_start },
    [GAP_UNTRACKED] = { "untracked", gap_untracked },
    [GAP_CALLS] = { "calls", gap_calls },
    [GAP_DIED] = { "died", gap_died },
    [GAP_FAULT] = { "fault", gap_fault },
    [GAP_WENT_ON] = { "went on", gap_went_on },
    [GAP_OWNERS] = { "owners", gap_owners },
    [GAP_ROOM] = { "room", gap_room },
    [GAP_STACKS] = { "no stacks", gap_stacks },
    [GAP_REFUSED] = { "image refused", gap_refused },
    [GAP_MISSED] = { "changes missed", gap_missed },
    [GAP_OUTSIDE] = { "changes outside", gap_outside },
    [GAP_TORN] = { "torn", gap_torn },
    [GAP_UNSEEN] = { "types unseen", gap_unseen },
    [GAP_BIRTHS] = { "births unseen", gap_births },
};

const char *
gap_word(enum gap gap)
{
    return gaps[gap].word;
}

bool
gap_examine(const struct report *report, enum gap gap,
            struct judgement_gap *out, char **next)
{
    return gaps[gap].examine(report, out, next);
}

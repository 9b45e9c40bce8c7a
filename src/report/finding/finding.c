#include "report/finding/finding.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

void
finding_stack(const struct inputs *inputs, const struct finding_site *site,
              struct stack *stack)
{
    const struct fate *fate = &site->evidence.fate;
    const struct place *built = fate->built;
    struct stack_frame *frame;

    stacks_fill(inputs->stacks, site->tag, stack);
    if (site->alone != NULL) {
        stack_fill_place(stack, site->alone);
        return;
    }
    if (built == NULL || site->frame >= stack->count ||
        fate->depth > built->count) {
        return;
    }
    frame = &stack->frames[site->frame];
    if (built->frames[built->count - fate->depth].function == frame->function) {
        frame->place = built;
        frame->line = built->frames[built->count - fate->depth].line;
        frame->file = built->frames[built->count - fate->depth].file;
    }
}

void
finding_put_site(struct finding *finding, struct finding_site site, size_t at)
{
    finding->sites = (struct finding_site *)memory_room(
        finding->sites, finding->site_count, sizeof *finding->sites);
    memmove(finding->sites + at + 1, finding->sites + at,
            (finding->site_count - at) * sizeof *finding->sites);
    finding->site_count++;
    finding->sites[at] = site;
}

void
finding_clear(struct finding *finding)
{
    for (size_t i = 0; i < finding->member_count; i++) {
        free(finding->members[i].type);
    }
    free(finding->members);
    free(finding->interpreters);
    free(finding->type);
    free(finding->sites);
    free(finding->why);
    free(finding->unvisited);
    hypotheses_clear(&finding->hypotheses);
    owner_summary_clear(&finding->owners);
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
        [VERDICT_CYCLE] = "Objects own each other and are not collected.",
    };

    return texts[verdict];
}

const char *
role_word(enum role role)
{
    static const char *const words[] = {
        [ROLE_TAKEN] = "taken",         [ROLE_RELEASED] = "released",
        [ROLE_OVERWROTE] = "overwrote", [ROLE_LET_GO] = "let go",
        [ROLE_GAVE_AWAY] = "gave away", [ROLE_LEFT_OUT] = "left out",
        [ROLE_BORN] = "born",
    };

    return words[role];
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
        "with owners that the census did not get to",
        "made by threads that went on while the interpreter ended",
    };

    return texts[silence];
}

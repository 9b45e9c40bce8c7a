#include "report/run/judgement.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/run/gaps.h"
#include "report/text/memory.h"

static void
take_gap(struct judgement *judgement, struct judgement_gap gap)
{
    size_t at = judgement->gap_count;

    judgement->gaps = (struct judgement_gap *)memory_room(
        judgement->gaps, judgement->gap_count, sizeof *judgement->gaps);
    for (; at > 0 && judgement->gaps[at - 1].left < gap.left; at--) {
        judgement->gaps[at] = judgement->gaps[at - 1];
    }
    judgement->gaps[at] = gap;
    judgement->gap_count++;
    if (gap.left > judgement->judged) {
        judgement->judged = gap.left;
    }
}

void
judgement_build(struct judgement *judgement, const struct report *report)
{
    char *next[GAP_KINDS];
    size_t worst = GAP_KINDS;

    *judgement = (struct judgement){
        .findings = report->finding_count + report->left_out,
    };
    for (size_t i = 0; i < GAP_KINDS; i++) {
        struct judgement_gap gap = { .kind = gap_word((enum gap)i) };

        next[i] = NULL;
        if (!gap_examine(report, (enum gap)i, &gap, &next[i])) {
            continue;
        }
        if (next[i] != NULL && gap.left >= judgement->judged &&
            (worst == GAP_KINDS || gap.left > judgement->judged)) {
            worst = i;
        }
        take_gap(judgement, gap);
    }
    for (size_t i = 0; i < GAP_KINDS; i++) {
        if (i == worst) {
            judgement->next = next[i];
        }
        else {
            free(next[i]);
        }
    }
    if (judgement->judged == JUDGED_NOT && judgement->findings > 0) {
        judgement->judged = JUDGED_IN_PART;
    }
}

void
judgement_clear(struct judgement *judgement)
{
    for (size_t i = 0; i < judgement->gap_count; i++) {
        free(judgement->gaps[i].text);
        free(judgement->gaps[i].brief);
    }
    free(judgement->gaps);
    free(judgement->next);
    *judgement = (struct judgement){ 0 };
}

const char *
judged_word(enum judged judged)
{
    static const char *const words[] = { "judged", "judged in part",
                                         "not judged" };

    return words[judged];
}

/* "judged in part (spam.so was not patched)" */
static char *
judged_how(const struct judgement *judgement)
{
    const char *word = judged_word(judgement->judged);

    for (size_t i = 0; i < judgement->gap_count; i++) {
        if (judgement->gaps[i].brief != NULL) {
            return memory_format("%s (%s)", word, judgement->gaps[i].brief);
        }
    }
    return memory_text(word);
}

char *
judgement_line(const struct judgement *judgement)
{
    char *how = judged_how(judgement), *line;

    if (judgement->judged == JUDGED_NOT) {
        return how;
    }
    if (judgement->findings == 0) {
        line = memory_format("%s, %s", how,
                             judgement->judged == JUDGED_WHOLE
                                 ? "no findings"
                                 : "nothing found in that part");
    }
    else {
        line = memory_format("%s, %zu finding%s", how, judgement->findings,
                             judgement->findings == 1 ? "" : "s");
    }
    free(how);
    return line;
}

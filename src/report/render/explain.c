#include "report/render/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/finding/phrases.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { LIFE_ENTRIES_MAX = 12, HYPOTHESES_MAX = 5 };

/* What changes the odds by less is not told, nor who is less likely. */
static const double TERM_MIN = .2, SHARE_MIN = .02;

static void
write_function(FILE *file, const struct report *report,
               const struct stack *stack, size_t frame)
{
    words_foreign(file, symbols_function(report->inputs.symbols,
                                         stack->frames[frame].function)
                            ->name);
}

static void
write_fate(FILE *file, const struct fate *fate)
{
    static const char *const texts[] = {
        [FATE_UNKNOWN] = NULL,
        [FATE_FINE] = "its code gives it back, stores it or hands it on",
        [FATE_STORED] = "its code stores it, and forgets it on no path",
        [FATE_HANDED] = "its code takes it for its caller",
        [FATE_ENDS] = "its code does not hand it on",
        [FATE_LOST] = "its code forgets it on a path",
        [FATE_EITHER] = "its code hands it on, and forgets it on a path",
        [FATE_LEFT] = "its code forgets it, or leaves it to its caller, on a "
                      "path",
    };

    struct stack_frame frame;

    if (texts[fate->kind] == NULL) {
        return;
    }
    fprintf(file, "; %s", texts[fate->kind]);
    if (fate_frame(fate, &frame)) {
        fprintf(file, " past line %" PRIu32, frame.line);
    }
}

/* What balanced lives and its code did in that call. */
static void
write_call(FILE *file, const struct report *report,
           const struct hypothesis *hypothesis)
{
    const struct evidence *evidence = &hypothesis->evidence;
    struct stack stack = { 0 };

    stacks_fill(report->inputs.stacks, hypothesis->tag, &stack);
    if (hypothesis->frame >= stack.count || evidence->reached <= 0) {
        stack_clear(&stack);
        return;
    }
    if (evidence->seen >= 1) {
        fprintf(file,
                "       of %.0f such references in balanced lives, %.0f "
                "stopped there",
                evidence->seen, evidence->settled);
        if (hypothesis->frame > 0) {
            fputs(", coming from ", file);
            write_function(file, report, &stack, hypothesis->frame - 1);
        }
    }
    else {
        fputs("       no such reference was seen in a balanced life", file);
    }
    write_fate(file, &evidence->fate);
    putc('\n', file);
    stack_clear(&stack);
}

struct term {
    enum weighed weighed;
    double size;
};

static int
compare_terms(const void *a, const void *b)
{
    double left = fabs(((const struct term *)a)->size);
    double right = fabs(((const struct term *)b)->size);

    return (left < right) - (left > right);
}

/* Of a deficit the shares are how often such blame was right: nothing is
 * weighed. */
static void
write_grounds(FILE *file, const struct hypothesis *hypothesis)
{
    for (enum weighed w = 0; w < WEIGHED_COUNT; w++) {
        if (hypothesis->values[w] > 0) {
            fprintf(file, "       %s\n", weighed_sentence(w));
        }
    }
}

/* What each source says, those that weigh most first. */
static void
write_terms(FILE *file, const struct hypothesis *hypothesis)
{
    struct term terms[WEIGHED_COUNT];

    for (enum weighed w = 0; w < WEIGHED_COUNT; w++) {
        terms[w] =
            (struct term){ w, weighed_weight(w) * hypothesis->values[w] };
    }
    qsort(terms, WEIGHED_COUNT, sizeof *terms, compare_terms);
    for (size_t i = 0; i < WEIGHED_COUNT; i++) {
        if (terms[i].weighed != WEIGHED_ANY &&
            fabs(terms[i].size) >= TERM_MIN) {
            fprintf(file, "       %+.1f  %s\n", terms[i].size,
                    weighed_sentence(terms[i].weighed));
        }
    }
}

static void
write_hypothesis(FILE *file, const struct report *report,
                 const struct hypothesis *hypothesis, bool weighed)
{
    fputs("     ", file);
    words_foreign(
        file,
        symbols_function(report->inputs.symbols, hypothesis->function)->name);
    fprintf(file, " %s: %.0f %%\n", mechanism_sentence(hypothesis->mechanism),
            hypothesis->share * 100);
    if (weighed) {
        write_terms(file, hypothesis);
        write_call(file, report, hypothesis);
    }
    else {
        write_grounds(file, hypothesis);
    }
}

/* The most frequent balanced life of objects born at the same place; 0: none. */
static uint32_t
find_life(const struct report *report, const struct finding *finding)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, finding->typical);
    uint64_t place, most = 0;
    uint32_t found = 0;

    if (account->state != LEDGER_ACCOUNT_BORN || account->birth == 0) {
        return 0;
    }
    place = stacks_birthplace(report->inputs.stacks, account->birth);
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SIGNATURES); i++) {
        const struct ledger_signature *life = ledger_signature_at(ledger, i);

        if (life->type == account->type && life->objects > most &&
            stacks_birthplace(report->inputs.stacks, life->birth) == place) {
            most = life->objects;
            found = i;
        }
    }
    return found;
}

static void
write_life_entry(FILE *file, const struct report *report,
                 const struct ledger_signature_entry *entry, enum role role,
                 uint32_t count)
{
    struct stack stack = { 0 };

    if (count == 0) {
        return;
    }
    stacks_fill(report->inputs.stacks, entry->tag, &stack);
    fprintf(file, "     %-8s %" PRIu32 "  ", role_word(role), count);
    if (stack.count > 0) {
        phrase_frame(file, &report->inputs, &stack.frames[0]);
    }
    else {
        putc('?', file);
    }
    putc('\n', file);
    stack_clear(&stack);
}

static void
write_life(FILE *file, const struct report *report,
           const struct finding *finding)
{
    uint32_t index = find_life(report, finding);
    const struct ledger_signature *life =
        ledger_signature_at(report->inputs.ledger, index);
    char objects[TEXT_NUMBER_BYTES];

    if (index == 0) {
        fputs("   no object born alike had a balanced life\n", file);
        return;
    }
    fprintf(file, "   so %s object%s born alike lived, in balance:\n",
            text_number(objects, (int64_t)life->objects),
            words_plural(life->objects));
    for (uint32_t i = 0; i < life->count && i < LIFE_ENTRIES_MAX; i++) {
        const struct ledger_signature_entry *entry =
            ledger_signature_entry_at(report->inputs.ledger, life->first + i);

        write_life_entry(file, report, entry, ROLE_TAKEN, entry->taken);
        write_life_entry(file, report, entry, ROLE_RELEASED, entry->released);
    }
    if (life->count > LIFE_ENTRIES_MAX) {
        fprintf(file, "     and at %" PRIu32 " more places\n",
                life->count - LIFE_ENTRIES_MAX);
    }
}

void
explain_write(FILE *file, const struct report *report,
              const struct finding *finding)
{
    const struct hypotheses *hypotheses = &finding->hypotheses;
    bool weighed = finding->verdict != VERDICT_DEFICIT;

    for (size_t i = 0; i < hypotheses->count && i < HYPOTHESES_MAX &&
                       (i == 0 || hypotheses->items[i].share >= SHARE_MIN);
         i++) {
        if (i == 0) {
            fprintf(file, "   why%s:\n",
                    weighed ? " (odds as powers of e)" : "");
        }
        write_hypothesis(file, report, &hypotheses->items[i], weighed);
    }
    write_life(file, report, finding);
}

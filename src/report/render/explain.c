#include "report/render/explain.h"

#include <inttypes.h>

#include "report/finding/phrases.h"
#include "report/text/text.h"
#include "report/text/words.h"

enum { LIFE_ENTRIES_MAX = 12 };

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

/* One suspect: what came up to it, and what is usual there. */
static void
write_suspect(FILE *file, const struct report *report,
              const struct finding_site *site)
{
    const struct evidence *evidence = &site->evidence;
    struct stack stack = { 0 };

    stacks_fill(report->inputs.stacks, site->tag, &stack);
    if (site->frame >= stack.count) {
        stack_clear(&stack);
        return;
    }
    fputs("     ", file);
    write_function(file, report, &stack, site->frame);
    fprintf(file, ": %.0f %% of the suspicion came up to it",
            evidence->reached * 100);
    if (evidence->seen >= 1) {
        fprintf(file,
                "; of %.0f such references in balanced lives, %.0f stopped "
                "there",
                evidence->seen, evidence->settled);
        if (site->frame > 0) {
            fputs(", coming from ", file);
            write_function(file, report, &stack, site->frame - 1);
        }
    }
    else {
        fputs("; no such reference was seen in a balanced life", file);
    }
    if (evidence->documented) {
        fputs("; CPython documents what it owes its callers", file);
    }
    write_fate(file, &evidence->fate);
    fprintf(file, "; believed: %.0f %%\n", evidence->settles * 100);
    stack_clear(&stack);
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
    bool ranked = false;

    for (size_t i = 0; i < finding->site_count; i++) {
        const struct finding_site *site = &finding->sites[i];

        if (site->blame <= 0 || site->evidence.reached <= 0) {
            continue;
        }
        if (!ranked) {
            fputs("   why:\n", file);
            ranked = true;
        }
        write_suspect(file, report, site);
    }
    write_life(file, report, finding);
}

#include "report/render/render_text_sites.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/lead.h"
#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/render/paint.h"
#include "report/render/render_text_stack.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A finding is one screen: the rest stands in the JSON report. */
enum {
    SUSPECTS_MAX = 3,
    CONTEXT_MAX = 6,
    PYTHON_FRAMES = 3,         /* of the first suspect */
    CONTEXT_PYTHON_FRAMES = 1, /* of what completes the account */
};

static const char INDENT[] = "                        ";

/* A site, and those that stand with it. */
struct row {
    uint64_t references;
    bool joined; /* with one above */
    char *text;  /* of what completes the account; NULL: of a suspect */
};

/* The innermost of the Python frames that is the user's own. */
static uint32_t
own_python(const struct report *report, const struct finding *finding,
           uint32_t python)
{
    struct lead lead;
    bool by_python;

    lead_fill(&lead, &report->inputs, finding);
    by_python = lead.by_python;
    lead_clear(&lead);
    return by_python ? lead_own_python(report->inputs.ledger, python) : 0;
}

static uint32_t
python_of(const struct finding_site *site, const struct stack *stack)
{
    return site->python != 0 ? site->python : stack->python;
}

/* "> taken   20  " and so on, up to the place. */
static void
write_role(FILE *file, const struct report *report,
           const struct finding_site *site, uint64_t references)
{
    char count[TEXT_NUMBER_BYTES];
    bool suspect = site->blame > 0;

    fprintf(file, "  %c ", suspect ? '>' : ' ');
    paint(file, report, suspect ? PAINT_TAKEN : PAINT_PLAIN);
    fprintf(file, "%-8s %10s", role_word(site->role),
            site->alone != NULL ? "" : text_number(count, (int64_t)references));
    paint(file, report, PAINT_PLAIN);
    fputs("  ", file);
}

/* "  [most likely, 97 %]" */
static void
write_share(FILE *file, const struct finding *finding, size_t index)
{
    const struct finding_site *site = &finding->sites[index];

    if (site->blame > 0 && !finding->taken_twice) {
        fprintf(file, "  [%s%.0f %%]", index == 0 ? "most likely, " : "",
                site->blame * 100);
    }
    putc('\n', file);
}

/* For who writes Python: his own line, its callers, and then what C did. */
static void
write_python_first(FILE *file, const struct report *report,
                   const struct finding *finding, const struct stack *stack,
                   uint32_t own, uint32_t python)
{
    const struct finding_site *site = &finding->sites[0];

    text_stack_python_place(file, report, own);
    write_share(file, finding, 0);
    text_stack_python_source(file, report, own, INDENT);
    text_stack_callers(file, report, own, PYTHON_FRAMES - 1, INDENT);
    if (own != python) {
        fprintf(file, "%sdown to ", INDENT);
        text_stack_python_place(file, report, python);
        putc('\n', file);
    }
    if (site->frame < stack->count) {
        fprintf(file, "%sin C    ", INDENT);
        phrase_frame(file, &report->inputs, &stack->frames[site->frame]);
        putc('\n', file);
    }
}

static void
write_native_first(FILE *file, const struct report *report,
                   const struct finding *finding, size_t index,
                   const struct stack *stack)
{
    const struct finding_site *site = &finding->sites[index];
    const struct stack_frame *frame =
        site->frame < stack->count ? &stack->frames[site->frame] : NULL;
    bool suspect = site->blame > 0;
    uint32_t python = python_of(site, stack);

    if (frame != NULL) {
        phrase_frame(file, &report->inputs, frame);
    }
    else {
        fputs(stack->adopted ? "before the recording began" : "?", file);
    }
    write_share(file, finding, index);
    if (suspect && frame != NULL) {
        phrase_frame_source(file, &report->inputs, INDENT, frame);
    }
    if (index == 0 && suspect && frame != NULL) {
        text_stack_forgotten(file, report, &site->evidence.fate, frame, INDENT);
    }
    if (index == 0 || (suspect && finding->taken_twice)) {
        text_stack_python(file, report, python, PYTHON_FRAMES, INDENT);
        text_stack_native(file, report, stack, site->frame, INDENT);
        text_stack_shadow(file, report, stack, INDENT);
    }
    else if (!suspect) {
        text_stack_python(file, report, python, CONTEXT_PYTHON_FRAMES, INDENT);
    }
}

static void
write_site(FILE *file, const struct report *report,
           const struct finding *finding, size_t index, uint64_t references)
{
    const struct finding_site *site = &finding->sites[index];
    struct stack stack = { 0 };
    uint32_t python, own = 0;

    finding_stack(&report->inputs, site, &stack);
    python = python_of(site, &stack);
    write_role(file, report, site, references);
    if (index == 0 && !finding->taken_twice) {
        own = own_python(report, finding, python);
    }
    if (own != 0) {
        write_python_first(file, report, finding, &stack, own, python);
    }
    else {
        write_native_first(file, report, finding, index, &stack);
    }
    stack_clear(&stack);
}

/* What stands behind the numbers of a site that completes the account. */
static char *
context_text(const struct report *report, const struct finding *finding,
             size_t index)
{
    struct stack stack = { 0 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    if (file == NULL) {
        return NULL;
    }
    finding_stack(&report->inputs, &finding->sites[index], &stack);
    write_native_first(file, report, finding, index, &stack);
    stack_clear(&stack);
    fclose(file);
    return text;
}

static bool
same_frame(const struct stack_frame *a, const struct stack_frame *b)
{
    return a->function == b->function && a->place->image == b->place->image &&
           a->place->offset == b->place->offset;
}

/* From there outward, the next that is a module's, if there is one. */
static const struct stack_frame *
next_of_module(const struct ledger *ledger, const struct stack *stack,
               size_t *from)
{
    while (*from < stack->relevant) {
        const struct stack_frame *frame = &stack->frames[(*from)++];

        if (ledger_image_is_module(ledger, frame->place->image)) {
            return frame;
        }
    }
    return NULL;
}

/* Do the same functions of modules call, whatever the interpreter does between? */
static bool
same_callers(const struct ledger *ledger, const struct stack *one,
             const struct stack *other, size_t from)
{
    size_t at = from, beside = from;
    const struct stack_frame *a, *b;

    do {
        a = next_of_module(ledger, one, &at);
        b = next_of_module(ledger, other, &beside);
    } while (a != NULL && b != NULL && same_frame(a, b));
    return a == NULL && b == NULL;
}

/*
 * Was one taken as by the suspect, up to its function in a module, and from the
 * same line of Python, which the interpreter only evaluated in another way?
 */
static bool
is_of_suspect(const struct report *report, const struct finding_site *site,
              const struct finding_site *suspect)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct stack stack = { 0 }, others = { 0 };
    size_t last = suspect->frame;
    bool is;

    finding_stack(&report->inputs, site, &stack);
    finding_stack(&report->inputs, suspect, &others);
    is = last < others.count && last < stack.count &&
         ledger_image_is_module(ledger, others.frames[last].place->image) &&
         ledger_same_line(ledger, python_of(site, &stack),
                          python_of(suspect, &others));
    for (size_t i = 0; is && i <= last; i++) {
        is = same_frame(&stack.frames[i], &others.frames[i]);
    }
    is = is && same_callers(ledger, &stack, &others, last + 1);
    stack_clear(&stack);
    stack_clear(&others);
    return is;
}

/* Does a site that completes the account stand with one above it? */
static bool
is_joined(const struct report *report, const struct finding *finding,
          const struct row *rows, size_t above, size_t index)
{
    const struct finding_site *site = &finding->sites[index];
    const struct finding_site *other = &finding->sites[above];

    if (rows[above].joined || other->role != site->role ||
        other->alone != NULL || site->alone != NULL) {
        return false;
    }
    return other->blame > 0
               ? !finding->taken_twice && is_of_suspect(report, site, other)
               : rows[above].text != NULL && rows[index].text != NULL &&
                     strcmp(rows[above].text, rows[index].text) == 0;
}

static struct row *
make_rows(const struct report *report, const struct finding *finding)
{
    struct row *rows =
        (struct row *)memory_zeroed(finding->site_count + 1, sizeof *rows);

    for (size_t i = 0; i < finding->site_count; i++) {
        rows[i].references = finding->sites[i].count;
        if (i == 0 || finding->sites[i].blame > 0) {
            continue;
        }
        rows[i].text = context_text(report, finding, i);
        for (size_t above = 0; above < i && !rows[i].joined; above++) {
            if (is_joined(report, finding, rows, above, i)) {
                rows[above].references += rows[i].references;
                rows[i].joined = true;
            }
        }
    }
    return rows;
}

void
text_sites_write(FILE *file, const struct report *report,
                 const struct finding *finding)
{
    struct row *rows = make_rows(report, finding);
    size_t suspects = 0, context = 0, hidden = 0;

    for (size_t i = 0; i < finding->site_count; i++) {
        bool suspect = finding->sites[i].blame > 0;

        if (rows[i].joined) {
            continue;
        }
        if (suspect ? suspects < SUSPECTS_MAX : context < CONTEXT_MAX) {
            write_site(file, report, finding, i, rows[i].references);
            suspects += suspect;
            context += !suspect;
        }
        else {
            hidden += !suspect;
        }
    }
    if (hidden > 0) {
        fprintf(file, "    and %zu more place%s that balance or add little\n",
                hidden, words_plural(hidden));
    }
    for (size_t i = 0; i < finding->site_count; i++) {
        free(rows[i].text);
    }
    free(rows);
}

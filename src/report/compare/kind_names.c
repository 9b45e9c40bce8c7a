#include "report/compare/kind_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/way.h"
#include "report/finding/birthplace.h"
#include "report/finding/lead.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/words.h"

enum { FRAMES_SHOWN = 40 };

struct kind_name {
    uint32_t account;          /* an example; 0: none */
    uint32_t owned;            /* its record in the last census; 0: none */
    char *type, *place, *held; /* NULL: not asked for yet */
};

struct kind_names {
    struct inputs inputs;
    struct kind_name *kinds;
    uint32_t count;
};

struct kind_names *
kind_names_create(const struct ledger *ledger, bool names)
{
    struct kind_names *all = (struct kind_names *)memory_zeroed(1, sizeof *all);

    all->inputs.ledger = ledger;
    all->inputs.symbols = symbols_create(ledger, names);
    all->inputs.stacks = stacks_create(ledger, all->inputs.symbols);
    all->count = ledger_used(ledger, LEDGER_KINDS);
    all->kinds =
        (struct kind_name *)memory_zeroed(all->count + 1, sizeof *all->kinds);
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        if (ledger_account_at(ledger, i)->state != LEDGER_ACCOUNT_FREE) {
            all->kinds[ledger_kind_of(ledger, i)].account = i;
        }
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_OWNED); i++) {
        const struct ledger_owned *owned = ledger_owned_at(ledger, i);

        if (owned->owner_count > 0) {
            all->kinds[owned->kind].owned = i;
        }
    }
    return all;
}

void
kind_names_free(struct kind_names *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        free(names->kinds[i].type);
        free(names->kinds[i].place);
        free(names->kinds[i].held);
    }
    stacks_free(names->inputs.stacks);
    symbols_free(names->inputs.symbols);
    free(names->kinds);
    free(names);
}

uint32_t
kind_names_count(const struct kind_names *names)
{
    return names->count;
}

const char *
kind_names_type(struct kind_names *names, uint32_t kind)
{
    const struct ledger *ledger = names->inputs.ledger;
    struct kind_name *name = &names->kinds[kind];

    if (name->type == NULL) {
        name->type = ledger_printable(
            ledger,
            ledger_type_at(ledger, ledger_kind_at(ledger, kind)->type)->name);
        name->type = name->type != NULL ? name->type : memory_text("?");
    }
    return name->type;
}

/* The site of a birth, as findings have it. */
static struct finding_site
birth_of(struct kind_names *names, uint32_t kind, struct stack *stack)
{
    const struct ledger *ledger = names->inputs.ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, names->kinds[kind].account);
    struct finding_site site = {
        .tag = ledger_kind_at(ledger, kind)->birth,
    };

    if (names->kinds[kind].account != 0) {
        site.tag = account->birth;
        site.python = birthplace_python(ledger, account);
    }
    stacks_fill(names->inputs.stacks, site.tag, stack);
    site.frame = birthplace_frame(&names->inputs, stack);
    return site;
}

/* What the interpreter makes, a line of Python has it make. */
static char *
place_text(const struct lead *lead)
{
    bool python =
        lead->python.function != NULL && (lead->by_python || lead->foreign);
    const struct lead_place *place = python ? &lead->python : &lead->native;

    if (place->function == NULL) {
        return memory_text("?");
    }
    return place->file == NULL
               ? memory_text(place->function)
               : memory_format("%s:%u %s", words_last_part(place->file),
                               place->line, place->function);
}

const char *
kind_names_place(struct kind_names *names, uint32_t kind)
{
    struct kind_name *name = &names->kinds[kind];

    if (name->place == NULL) {
        struct stack stack = { 0 };
        struct finding_site site = birth_of(names, kind, &stack);
        struct finding finding = { .sites = &site, .site_count = 1 };
        struct lead lead;

        lead_fill(&lead, &names->inputs, &finding);
        name->place = stack.adopted ? memory_text("before the recording")
                                    : place_text(&lead);
        lead_clear(&lead);
        stack_clear(&stack);
    }
    return name->place;
}

const char *
kind_names_held(struct kind_names *names, uint32_t kind)
{
    const struct ledger *ledger = names->inputs.ledger;
    struct kind_name *name = &names->kinds[kind];

    if (name->held == NULL) {
        name->held =
            name->owned == 0
                ? memory_text("")
                : way_text(
                      ledger, names->inputs.symbols,
                      ledger_owner_at(
                          ledger,
                          ledger_owned_at(ledger, name->owned)->first_owner));
    }
    return name->held;
}

void
kind_names_inherit(struct kind_names *names, struct kind_names *older)
{
    for (uint32_t i = 1; i < names->count && i < older->count; i++) {
        struct kind_name *name = &names->kinds[i];

        if (name->owned == 0 && name->held == NULL) {
            name->held = memory_text(kind_names_held(older, i));
        }
    }
}

static void
write_python(FILE *file, const struct ledger *ledger, uint32_t python)
{
    for (int i = 0; python != 0 && i < FRAMES_SHOWN; i++) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, python);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        char *name = ledger_printable(ledger, code->filename);
        char *function = ledger_printable(ledger, code->function);

        fprintf(file, "python %s:%u in %s\n",
                name != NULL ? words_last_part(name) : "?", node->line,
                function != NULL ? function : "?");
        free(name);
        free(function);
        python = node->parent;
    }
}

char *
kind_names_stack(struct kind_names *names, uint32_t kind)
{
    struct stack stack = { 0 };
    struct finding_site site = birth_of(names, kind, &stack);
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    for (size_t i = 0; file != NULL && i < stack.relevant && i < FRAMES_SHOWN;
         i++) {
        const struct stack_frame *frame = &stack.frames[i];

        words_foreign(
            file,
            symbols_function(names->inputs.symbols, frame->function)->name);
        fputs("  ", file);
        if (frame->file != NULL) {
            words_foreign(file, words_last_part(frame->file));
            fprintf(file, ":%u", frame->line);
        }
        putc('\n', file);
    }
    if (file != NULL) {
        write_python(file, names->inputs.ledger, site.python);
        fclose(file);
    }
    stack_clear(&stack);
    return file != NULL ? text : memory_text("");
}

#include "report/finding/accused.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/birthplace.h"
#include "report/finding/lead.h"
#include "report/finding/phrases.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

static char *
printable(const char *text)
{
    return text != NULL ? text_printable(text, strlen(text)) : memory_text("");
}

static char *
string_of(const struct ledger *ledger, ledger_string string)
{
    char *text = ledger_printable(ledger, string);

    return text != NULL ? text : memory_text("");
}

static void
fill_python(struct accused *accused, const struct ledger *ledger,
            uint32_t python)
{
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, python);
    const struct ledger_code *code = ledger_code_at(ledger, node->code);

    if (python != 0) {
        accused->python_function = string_of(ledger, code->function);
        accused->python_file = string_of(ledger, code->filename);
        accused->python_line = node->line;
    }
}

static void
fill_site(struct accused *accused, const struct inputs *inputs,
          const struct finding_site *site)
{
    struct stack stack = { 0 };

    finding_stack(inputs, site, &stack);
    if (site->frame < stack.count) {
        const struct stack_frame *frame = &stack.frames[site->frame];

        accused->function =
            printable(symbols_function(inputs->symbols, frame->function)->name);
        accused->file = printable(frame->file);
        accused->image =
            printable(symbols_image_name(inputs->symbols, frame->place->image));
        accused->line = frame->line;
    }
    fill_python(accused, inputs->ledger,
                site->python != 0 ? site->python : stack.python);
    stack_clear(&stack);
}

static void
fill_own(struct accused *accused, const struct inputs *inputs,
         const struct finding *finding)
{
    struct lead lead;

    lead_fill(&lead, inputs, finding);
    if (lead.by_python && lead.python.file != NULL) {
        accused->own_function = memory_text(lead.python.function);
        accused->own_file = memory_text(lead.python.file);
        accused->own_line = lead.python.line;
    }
    lead_clear(&lead);
}

static void
fill_gaps(struct accused *accused)
{
    char **texts[] = { &accused->type,
                       &accused->function,
                       &accused->file,
                       &accused->image,
                       &accused->python_function,
                       &accused->python_file,
                       &accused->own_function,
                       &accused->own_file };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (*texts[i] == NULL) {
            *texts[i] = memory_text("");
        }
    }
}

void
accused_fill(struct accused *accused, const struct inputs *inputs,
             const struct finding *finding)
{
    *accused = (struct accused){
        .verdict = verdict_word(finding->verdict),
        .type = printable(finding->type),
        .references = finding->references,
        .objects = finding->objects,
    };
    if (finding->site_count > 0) {
        fill_site(accused, inputs, &finding->sites[0]);
        fill_own(accused, inputs, finding);
    }
    fill_gaps(accused);
}

void
accused_fill_birth(struct accused *accused, const struct inputs *inputs,
                   uint32_t type, uint32_t birth, uint32_t python)
{
    struct stack stack = { 0 };
    struct finding_site site = { .tag = birth, .python = python };

    *accused = (struct accused){
        .verdict = "",
        .type = string_of(inputs->ledger,
                          ledger_type_at(inputs->ledger, type)->name),
    };
    stacks_fill(inputs->stacks, birth, &stack);
    site.frame = birthplace_frame(inputs, &stack);
    fill_site(accused, inputs, &site);
    fill_gaps(accused);
    stack_clear(&stack);
}

char *
accused_key(const struct accused *accused)
{
    return memory_format(
        "%s\n%s\n%s\n%s\n%s\n%s", accused->type, accused->function,
        accused->image, words_last_part(accused->file),
        accused->python_function, words_last_part(accused->python_file));
}

void
accused_clear(struct accused *accused)
{
    free(accused->type);
    free(accused->function);
    free(accused->file);
    free(accused->image);
    free(accused->python_function);
    free(accused->python_file);
    free(accused->own_function);
    free(accused->own_file);
    *accused = (struct accused){ 0 };
}

bool
accused_is_same(const struct accused *a, const struct accused *b)
{
    if (strcmp(a->verdict, b->verdict) != 0 || strcmp(a->type, b->type) != 0) {
        return false;
    }
    if (a->own_function[0] != '\0' && b->own_function[0] != '\0') {
        return strcmp(a->own_function, b->own_function) == 0 &&
               strcmp(words_last_part(a->own_file),
                      words_last_part(b->own_file)) == 0;
    }
    return strcmp(a->function, b->function) == 0 &&
           strcmp(a->image, b->image) == 0 &&
           strcmp(words_last_part(a->file), words_last_part(b->file)) == 0;
}

char *
accused_place(const struct accused *accused)
{
    char line[16] = "";

    if (accused->own_function[0] != '\0') {
        return memory_format("%s:%" PRIu32 " in %s",
                             words_last_part(accused->own_file),
                             accused->own_line, accused->own_function);
    }
    if (accused->function[0] == '\0') {
        return memory_text("?");
    }
    snprintf(line, sizeof line, ":%" PRIu32, accused->line);
    return memory_format("%s%s%s%s (%s)", words_last_part(accused->file),
                         accused->file[0] != '\0' && accused->line != 0 ? line
                                                                        : "",
                         accused->file[0] != '\0' ? " " : "", accused->function,
                         accused->image[0] != '\0' ? accused->image : "?");
}

char *
accused_text(const struct accused *accused)
{
    char references[TEXT_NUMBER_BYTES], objects[TEXT_NUMBER_BYTES];
    bool few = strcmp(accused->verdict, verdict_word(VERDICT_DEFICIT)) == 0;
    bool held = strcmp(accused->verdict, verdict_word(VERDICT_HELD)) == 0;

    if (few && accused->objects == 0) {
        return memory_text(phrase_of_fault());
    }
    if (held || strcmp(accused->verdict, verdict_word(VERDICT_CYCLE)) == 0) {
        return memory_format("%s %s object%s %s",
                             text_number(objects, (int64_t)accused->objects),
                             accused->type[0] != '\0' ? accused->type : "?",
                             words_plural(accused->objects),
                             phrase_of_holders(held));
    }
    return memory_format("%s reference%s too %s to %s %s object%s",
                         text_number(references, (int64_t)accused->references),
                         words_plural(accused->references),
                         few ? "few" : "many",
                         text_number(objects, (int64_t)accused->objects),
                         accused->type[0] != '\0' ? accused->type : "?",
                         words_plural(accused->objects));
}

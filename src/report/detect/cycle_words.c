#include "report/detect/cycle_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

bool
cycle_words_kept_alive(const struct ledger *ledger,
                       const struct ledger_owner *left_out)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, left_out->holder);

    return holder->kind != LEDGER_HOLDER_OBJECT && holder->slot == 0 &&
           holder->slot_number == 0;
}

char *
cycle_words_unvisited(const struct ledger *ledger,
                      const struct ledger_owner *left_out)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, left_out->holder);
    bool behind = holder->kind != LEDGER_HOLDER_OBJECT;
    ledger_string name = behind ? holder->slot : left_out->slot;
    uint64_t offset = behind ? holder->slot_number : left_out->slot_number;
    char *slot = name != 0 ? ledger_printable(ledger, name) : NULL, *text;

    text = slot != NULL ? memory_format("'%s'", slot)
           : cycle_words_kept_alive(ledger, left_out)
               ? memory_text("what their binding keeps alive with them")
           : behind ? memory_format("the memory behind the pointer at byte "
                                    "%" PRIu64,
                                    offset)
                    : memory_format("the pointer at byte %" PRIu64, offset);
    free(slot);
    return text;
}

char *
cycle_words_unseen(const struct ledger *ledger,
                   const struct ledger_owner *left_out, uint32_t type)
{
    char *name = ledger_printable(ledger, ledger_type_at(ledger, type)->name);
    bool apart = cycle_words_kept_alive(ledger, left_out);
    char *where = cycle_words_unvisited(ledger, left_out);
    char *text =
        memory_format("%s objects, %s%s", name != NULL ? name : "other",
                      apart ? "among " : "in ", where);

    free(name);
    free(where);
    return text;
}

/* The type itself, or the one that it has it from. */
static char *
type_of_traverse(const char *type, const struct type_functions *functions)
{
    char *base, *text;

    if (!functions->silent_base) {
        return memory_text(type);
    }
    base =
        functions->base_name != NULL
            ? text_printable(functions->base_name, strlen(functions->base_name))
            : memory_text("a type of C");
    text = memory_format("%s, from which %s is derived,", base, type);
    free(base);
    return text;
}

static char *
without_traverse(const char *type, const char *unseen,
                 const struct type_functions *functions)
{
    char *whose = type_of_traverse(type, functions);
    char *text = memory_format("%s has no tp_traverse: the collector cannot "
                               "see what its objects hold%s%s",
                               whose, unseen != NULL ? ": " : "",
                               unseen != NULL ? unseen : "");

    free(whose);
    return text;
}

char *
cycle_words_why(const char *type, enum cycle_culprit culprit,
                const char *unvisited, const struct type_functions *functions)
{
    switch (culprit) {
    case CULPRIT_SILENT:
        return without_traverse(type, unvisited, functions);
    case CULPRIT_UNTRACKED:
        return memory_format("%s has a tp_traverse, but the collector was not "
                             "told of its objects: PyObject_GC_Track is "
                             "missing where they are made",
                             type);
    case CULPRIT_INCOMPLETE:
        return memory_format("the tp_traverse of %s does not visit %s of its "
                             "objects",
                             type, unvisited);
    default:
        return functions->known && !functions->clears
                   ? memory_format("%s has a tp_traverse and no tp_clear: its "
                                   "objects do not let go",
                                   type)
                   : memory_format("%s has a tp_traverse, but its objects do "
                                   "not let go: is there a tp_clear?",
                                   type);
    }
}

#include "report/finding/suspected_types.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

static bool
list_has(const char *list, const char *name)
{
    size_t length = strlen(name);

    while (list != NULL && *list != '\0') {
        size_t here = strcspn(list, ",");

        if (here == length && strncmp(list, name, length) == 0) {
            return true;
        }
        list += here + (list[here] == ',');
    }
    return false;
}

/* A name with a comma in it could not be told from two. */
static char *
add(char *list, const char *name)
{
    char *longer;

    if (name == NULL || name[0] == '\0' || strchr(name, ',') != NULL ||
        list_has(list, name)) {
        return list;
    }
    longer =
        list != NULL ? memory_format("%s,%s", list, name) : memory_text(name);
    free(list);
    return longer;
}

/* Marks the modules, other than the interpreter, that it suspects. */
static void
mark_images(const struct report *report, const struct finding *finding,
            bool *suspected)
{
    const struct ledger *ledger = report->inputs.ledger;

    for (size_t i = 0; i < finding->hypotheses.count; i++) {
        uint32_t image = symbols_function(report->inputs.symbols,
                                          finding->hypotheses.items[i].function)
                             ->image;

        if (image != 0 && !ledger_image_is_interpreters(ledger, image)) {
            suspected[image] = true;
        }
    }
}

static char *
add_owners(const struct report *report, const bool *suspected, char *list)
{
    const struct ledger *ledger = report->inputs.ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_TYPES); i++) {
        const struct ledger_type *type = ledger_type_at(ledger, i);

        if (type->disposer != 0 &&
            suspected[symbols_address(report->inputs.symbols, type->disposer, 0)
                          ->image]) {
            char *name = ledger_printable(ledger, type->name);

            list = add(list, name);
            free(name);
        }
    }
    return list;
}

char *
suspected_types(const struct report *report)
{
    bool *suspected = (bool *)memory_zeroed(
        ledger_used(report->inputs.ledger, LEDGER_IMAGES) + 1,
        sizeof *suspected);
    char *list = NULL;

    for (size_t i = 0; i < report->finding_count; i++) {
        const struct finding *finding = &report->findings[i];

        if (finding->verdict == VERDICT_SURPLUS) {
            list = add(list, finding->type);
            mark_images(report, finding, suspected);
        }
    }
    if (list != NULL) {
        list = add_owners(report, suspected, list);
    }
    free(suspected);
    return list;
}

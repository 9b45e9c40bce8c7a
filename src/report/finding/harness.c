#include "report/finding/harness.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/lead.h"
#include "report/input/ledger_load.h"

/* The folder of its code, and the start of the names of its types. */
static const char folder[] = "/_pytest/", package[] = "_pytest.";

static bool
made_by_pytest(const struct inputs *inputs, const struct finding_site *site)
{
    const struct ledger *ledger = inputs->ledger;
    struct stack stack = { 0 };
    uint32_t python;
    char *file;
    bool made;

    finding_stack(inputs, site, &stack);
    python = lead_past_library(ledger,
                               site->python != 0 ? site->python : stack.python);
    stack_clear(&stack);
    file = ledger_printable(
        ledger,
        ledger_code_at(ledger, ledger_python_node_at(ledger, python)->code)
            ->filename);
    made = file != NULL && strstr(file, folder) != NULL;
    free(file);
    return made;
}

static bool
within_pytest(const struct ledger *ledger, uint32_t holder)
{
    bool within = false;

    while (holder != 0 && !within) {
        const struct ledger_holder *one = ledger_holder_at(ledger, holder);
        char *type =
            ledger_printable(ledger, ledger_type_at(ledger, one->type)->name);

        within =
            type != NULL && strncmp(type, package, sizeof package - 1) == 0;
        free(type);
        holder = one->parent;
    }
    return within;
}

static bool
kept_by_pytest(const struct ledger *ledger, const struct ledger_owned *owned)
{
    for (uint32_t i = 0; i < owned->owner_count; i++) {
        if (!within_pytest(
                ledger,
                ledger_owner_at(ledger, owned->first_owner + i)->holder)) {
            return false;
        }
    }
    return owned->owner_count > 0;
}

void
harness_mark(struct report *report)
{
    const struct inputs *inputs = &report->inputs;

    for (size_t i = 0; i < report->finding_count; i++) {
        struct finding *finding = &report->findings[i];

        finding->by_harness =
            finding->verdict == VERDICT_HELD && finding->site_count > 0 &&
            kept_by_pytest(inputs->ledger,
                           ledger_owned_at(inputs->ledger, finding->owned)) &&
            made_by_pytest(inputs, &finding->sites[0]);
    }
}

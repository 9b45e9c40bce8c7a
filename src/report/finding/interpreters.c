#include "report/finding/interpreters.h"

#include "report/text/memory.h"

uint64_t
interpreters_of_tag(const struct ledger *ledger, uint32_t tag)
{
    const struct ledger_node *node = ledger_node_at(ledger, tag);

    while (node->parent != 0) {
        node = ledger_node_at(ledger, node->parent);
    }
    return node->kind == LEDGER_NODE_INTERPRETER ? node->value : 0;
}

/* In the order of their numbers. */
static void
add(struct finding *finding, uint64_t number, uint64_t objects)
{
    size_t at = finding->interpreter_count;

    while (at > 0 && finding->interpreters[at - 1].number > number) {
        at--;
    }
    if (at > 0 && finding->interpreters[at - 1].number == number) {
        finding->interpreters[at - 1].objects += objects;
        return;
    }
    finding->interpreters = (struct finding_interpreter *)memory_room(
        finding->interpreters, finding->interpreter_count,
        sizeof *finding->interpreters);
    for (size_t i = finding->interpreter_count++; i > at; i--) {
        finding->interpreters[i] = finding->interpreters[i - 1];
    }
    finding->interpreters[at] = (struct finding_interpreter){ number, objects };
}

void
interpreters_add(const struct ledger *ledger, struct finding *finding,
                 uint32_t tag, uint64_t objects)
{
    if (ledger->header->own_locks > 0) {
        add(finding, interpreters_of_tag(ledger, tag), objects);
    }
}

void
interpreters_add_accounts(const struct ledger *ledger, struct finding *finding,
                          const uint32_t *accounts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        interpreters_add(ledger, finding,
                         ledger_account_at(ledger, accounts[i])->birth, 1);
    }
}

void
interpreters_join(struct finding *finding, const struct finding *other)
{
    for (size_t i = 0; i < other->interpreter_count; i++) {
        add(finding, other->interpreters[i].number,
            other->interpreters[i].objects);
    }
}

#include "report/detect/cycle.h"

#include <stdlib.h>
#include <string.h>

#include "report/detect/cycle_graph.h"
#include "report/detect/cycle_words.h"
#include "report/detect/owned_finding.h"
#include "report/evidence/owners.h"
#include "report/evidence/type_functions.h"
#include "report/finding/interpreters.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

enum {
    OBJECTS_MIN = 10,
    KIND_SHARE = 4, /* at least 1 of so many with accounts is among them */
};

/* A class that is defined again and again is one type to a reader. */
static bool
same_type(const struct ledger *ledger, uint32_t a, uint32_t b)
{
    uint32_t lengths[2];
    const char *names[2] = {
        ledger_text(ledger, ledger_type_at(ledger, a)->name, &lengths[0]),
        ledger_text(ledger, ledger_type_at(ledger, b)->name, &lengths[1]),
    };

    return a == b ||
           (names[0] != NULL && names[1] != NULL && lengths[0] == lengths[1] &&
            memcmp(names[0], names[1], lengths[0]) == 0);
}

/*
 * What else of their kinds is left over, now that everything was let go: most
 * had no account, and of some an owner had none. Where hardly any of a kind is
 * among them, what remains of it is there for another reason.
 */
static uint64_t
others_left(const struct cycle_graph *graph, const uint32_t *accounts,
            size_t count)
{
    const struct ledger *ledger = graph->inputs->ledger;
    uint32_t *members = (uint32_t *)memory_zeroed(
        ledger_used(ledger, LEDGER_KINDS) + 1, sizeof *members);
    uint64_t others = 0;

    for (size_t i = 0; i < count; i++) {
        members[ledger_kind_of(ledger, accounts[i])]++;
    }
    for (uint32_t k = 1; k < ledger_used(ledger, LEDGER_KINDS); k++) {
        const struct ledger_kind *kind = ledger_kind_at(ledger, k);

        if (members[k] > 0 && KIND_SHARE * members[k] >= kind->accounts &&
            kind->alive > members[k]) {
            others += kind->alive - members[k];
        }
    }
    free(members);
    return others;
}

static void
add_others(const struct cycle_graph *graph, struct finding *finding,
           uint64_t others)
{
    if (others > 0) {
        finding->recorded = finding->objects;
        finding->objects += others;
        finding->references += others;
        interpreters_add(graph->inputs->ledger, finding, finding->sites[0].tag,
                         others);
    }
}

/* Whoever leaves something out comes before who made the objects. */
static void
blame_function(struct finding *finding, enum cycle_culprit culprit,
               const struct type_functions *functions)
{
    const struct place *place = culprit == CULPRIT_INCOMPLETE
                                    ? functions->traverse
                                : culprit == CULPRIT_KEEPS ? functions->clear
                                                           : NULL;

    /* What a binding has for all types can not know what one of them holds. */
    if (place == NULL || place->frames[place->count - 1].library) {
        return;
    }
    if (finding->site_count > 0) {
        finding->sites[0].blame = 0;
    }
    finding_put_site(finding,
                     (struct finding_site){ .role = ROLE_LEFT_OUT,
                                            .count = finding->objects,
                                            .blame = 1,
                                            .alone = place,
                                            .frame = place->count - 1 },
                     0);
}

static char *
words_why(const struct cycle_graph *graph, uint32_t first,
          enum cycle_culprit culprit, const struct finding *finding,
          const struct type_functions *functions)
{
    char *unseen =
        culprit == CULPRIT_SILENT && graph->left_out[first] != NULL
            ? cycle_words_unseen(graph->inputs->ledger, graph->left_out[first],
                                 graph->left_out_type[first])
            : NULL;
    char *why = cycle_words_why(finding->type, culprit,
                                unseen != NULL ? unseen : finding->unvisited,
                                functions);

    free(unseen);
    return why;
}

static void
add_finding(const struct cycle_graph *graph, struct report *report,
            uint32_t first, const uint32_t *accounts, size_t count)
{
    const struct ledger_owned *like = cycle_graph_record(graph, first);
    enum cycle_culprit culprit = (enum cycle_culprit)graph->blamed[first];
    struct type_functions functions =
        type_functions_find(&report->inputs, like);
    struct finding *finding = owned_finding_add(
        report, VERDICT_CYCLE, like, like->birth, 0, accounts, count);

    if (culprit == CULPRIT_INCOMPLETE && functions.silent_base) {
        culprit = CULPRIT_SILENT;
    }
    add_others(graph, finding, others_left(graph, accounts, count));
    if (culprit == CULPRIT_INCOMPLETE) {
        finding->unvisited = cycle_words_unvisited(report->inputs.ledger,
                                                   graph->left_out[first]);
    }
    finding->kept_alive =
        graph->left_out[first] != NULL &&
        cycle_words_kept_alive(report->inputs.ledger, graph->left_out[first]);
    blame_function(finding, culprit, &functions);
    finding->why = words_why(graph, first, culprit, finding, &functions);
}

/* All culprits that were born like this one. */
static void
add_class(struct cycle_graph *graph, struct report *report, uint32_t first,
          bool *spoken_for)
{
    const struct ledger_owned *like = cycle_graph_record(graph, first);
    uint32_t *accounts =
        (uint32_t *)memory_zeroed(graph->count, sizeof *accounts);
    size_t count = 0;

    for (uint32_t r = first; r < graph->count; r++) {
        const struct ledger_owned *owned = cycle_graph_record(graph, r);

        if (graph->blamed[r] == graph->blamed[first] &&
            owned->birth == like->birth &&
            same_type(report->inputs.ledger, owned->type, like->type)) {
            accounts[count++] = owned->account;
            spoken_for[owned->account] = true;
            if (r != first) {
                graph->blamed[r] = CULPRIT_NONE;
            }
        }
    }
    if (count >= OBJECTS_MIN) {
        add_finding(graph, report, first, accounts, count);
    }
    else {
        report->silent[SILENCE_FEW] += count;
    }
    free(accounts);
}

void
cycle_find(struct report *report, bool *spoken_for)
{
    struct cycle_graph graph;

    if (!owners_known(report->inputs.owners) ||
        ledger_used(report->inputs.ledger, LEDGER_OWNED) < 2 ||
        report->inputs.ledger->header->finalization != LEDGER_FINALIZED) {
        return;
    }
    graph = cycle_graph_create(&report->inputs);
    for (uint32_t r = 1; r < graph.count; r++) {
        if (graph.blamed[r] != CULPRIT_NONE) {
            add_class(&graph, report, r, spoken_for);
        }
    }
    cycle_graph_free(&graph);
}

/*
 * Who holds what is too many, as a graph for graphviz: a cluster a finding, an
 * edge an owner.
 */
#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/headline.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/text.h"

/* "text", in which nothing ends the string or is an escape of graphviz. */
static void
write_string(FILE *file, const char *text)
{
    char *printable = text_printable(text, strlen(text));

    putc('"', file);
    for (const char *at = printable; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\') {
            putc('\\', file);
        }
        putc(*at, file);
    }
    putc('"', file);
    free(printable);
}

static void
write_node(FILE *file, size_t finding, const char *name, const char *label,
           const char *more)
{
    fprintf(file, "        f%zu_%s [label=", finding, name);
    write_string(file, label);
    fprintf(file, "%s];\n", more);
}

static void
write_way(FILE *file, size_t number, size_t index, const struct owner_path *way)
{
    char *name = memory_format("owner%zu", index);

    write_node(file, number, name, way->text, "");
    fprintf(file, "        f%zu_%s -> f%zu_object", number, name, number);
    if (way->references > 1 || way->unannounced) {
        fprintf(file, " [label=\"");
        if (way->references > 1) {
            fprintf(file, "%" PRIu64 " references", way->references);
        }
        fprintf(file, "%s\"]", way->unannounced ? " not visited" : "");
    }
    fputs(";\n", file);
    free(name);
}

static void
write_finding(FILE *file, const struct report *report, size_t number)
{
    const struct finding *finding = &report->findings[number - 1];
    const struct owner_summary *owners = &finding->owners;
    char *headline = headline_text(&report->inputs, finding);
    char *object = memory_format("%" PRIu64 " %s", finding->objects,
                                 finding->type != NULL ? finding->type : "?");

    fprintf(file, "    subgraph cluster_%zu {\n        label=", number);
    write_string(file, headline);
    fputs(";\n", file);
    write_node(file, number, "object", object, ", penwidth=2");
    if (owners->nowhere > 0) {
        write_node(file, number, "nobody", "nobody", ", style=dashed");
        fprintf(file,
                "        f%zu_nobody -> f%zu_object [style=dashed, "
                "label=\"%" PRIu64 " of %" PRIu64 "\"];\n",
                number, number, owners->nowhere, owners->objects);
    }
    for (size_t i = 0;
         owners->nowhere < owners->objects / 2 + 1 && i < owners->way_count;
         i++) {
        write_way(file, number, i + 1, &owners->ways[i]);
    }
    fputs("    }\n", file);
    free(headline);
    free(object);
}

bool
render_dot(FILE *file, const struct report *report)
{
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    fputs("digraph reftally {\n    label=", file);
    write_string(file, line);
    fputs(";\n    rankdir=LR;\n    node [shape=box];\n", file);
    for (size_t i = 1; i <= report->finding_count; i++) {
        write_finding(file, report, i);
    }
    fputs("}\n", file);
    free(line);
    judgement_clear(&judgement);
    return !ferror(file);
}

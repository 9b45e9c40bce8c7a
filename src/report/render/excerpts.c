#include "report/render/excerpts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/input/ledger_load.h"
#include "report/text/values.h"

enum {
    AROUND = 10,         /* lines before and behind: the page shows fewer */
    SUSPECTS = 3,        /* of each finding */
    PYTHON_FRAMES = 8,   /* of each suspect */
    FINDINGS_MAX = 1000, /* beyond them there is no source */
};

static json_t *
lines_of(json_t *files, const char *path)
{
    json_t *lines = json_object_get(files, path);

    if (lines == NULL) {
        lines = json_object();
        json_object_set_new(files, path, lines);
    }
    return lines;
}

static void
add_lines(json_t *files, const struct report *report, const char *path,
          uint32_t line, const char *image)
{
    struct sources *sources = report->inputs.sources;
    uint32_t first = line > AROUND ? line - AROUND : 1;
    json_t *lines;

    if (sources == NULL || path == NULL || line == 0) {
        return;
    }
    lines = lines_of(files, path);
    for (uint32_t at = first; at <= line + AROUND; at++) {
        char number[16], *text;

        snprintf(number, sizeof number, "%" PRIu32, at);
        if (json_object_get(lines, number) != NULL) {
            continue;
        }
        text = sources_whole_line(sources, path, at, image);
        if (text == NULL) {
            break;
        }
        json_object_set_new(lines, number, values_text(text));
        free(text);
    }
}

static void
add_frame(json_t *files, const struct report *report,
          const struct stack_frame *frame)
{
    char *image = ledger_printable(
        report->inputs.ledger,
        ledger_image_at(report->inputs.ledger, frame->place->image)->path);

    add_lines(files, report, frame->file, frame->line, image);
    free(image);
}

static void
add_python(json_t *files, const struct report *report, uint32_t python)
{
    const struct ledger *ledger = report->inputs.ledger;

    for (int i = 0; python != 0 && i < PYTHON_FRAMES; i++) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, python);
        char *path = ledger_printable(
            ledger, ledger_code_at(ledger, node->code)->filename);

        add_lines(files, report, path, node->line, NULL);
        free(path);
        python = node->parent;
    }
}

static void
add_site(json_t *files, const struct report *report,
         const struct finding_site *site)
{
    struct stack stack = { 0 };
    struct stack_frame forgotten;

    finding_stack(&report->inputs, site, &stack);
    if (site->frame < stack.count) {
        add_frame(files, report, &stack.frames[site->frame]);
    }
    if (fate_frame(&site->evidence.fate, &forgotten)) {
        add_frame(files, report, &forgotten);
    }
    add_python(files, report, site->python != 0 ? site->python : stack.python);
    stack_clear(&stack);
}

json_t *
excerpts_json(const struct report *report)
{
    json_t *files = json_object();

    for (size_t i = 0; i < report->finding_count && i < FINDINGS_MAX; i++) {
        const struct finding *finding = &report->findings[i];

        for (size_t s = 0; s < finding->site_count && s < SUSPECTS; s++) {
            add_site(files, report, &finding->sites[s]);
        }
    }
    return files;
}

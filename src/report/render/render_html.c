/*
 * One file that needs nothing else: the JSON report and what the page shows
 * beside it, as data; the page's own script makes text of it. Its policy lets
 * no other script run, and nothing be asked for.
 */
#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>

#include "report/render/excerpts.h"
#include "report/render/explain.h"
#include "report/render/flame.h"
#include "report/render/page_parts.h"
#include "report/render/render_json.h"
#include "report/render/script.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/values.h"

static void
write_lines(FILE *file, const char *const *lines)
{
    for (; *lines != NULL; lines++) {
        fputs(*lines, file);
    }
}

static void
open_data(FILE *file, const char *id)
{
    fprintf(file, "<script type=\"application/json\" id=\"%s\">", id);
}

static void
write_data(FILE *file, const char *id, json_t *document)
{
    open_data(file, id);
    script_write_json(file, document);
    fputs("</script>\n", file);
    json_decref(document);
}

/* Of each finding, why it is judged as it is: as the text report has it. */
static json_t *
reasons_json(const struct report *report)
{
    json_t *reasons = json_array();

    for (size_t i = 0; i < report->finding_count; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);

        if (file != NULL) {
            explain_write(file, report, &report->findings[i]);
            fclose(file);
        }
        json_array_append_new(reasons, values_foreign(text));
        free(text);
    }
    return reasons;
}

/* For whoever runs no scripts: the report as text. */
static void
write_plain(FILE *file, const struct report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *plain = open_memstream(&text, &size);

    if (plain == NULL) {
        return;
    }
    render_text(plain, report);
    fclose(plain);
    fputs("<noscript><pre>", file);
    for (char *at = text, *end; *at != '\0'; at = end + (*end != '\0')) {
        char *line;

        end = at + strcspn(at, "\n");
        line = memory_format("%.*s", (int)(end - at), at);
        text_write_escaped(file, line);
        putc('\n', file);
        free(line);
        if (*end == '\0') {
            break;
        }
    }
    fputs("</pre></noscript>\n", file);
    free(text);
}

bool
render_html(FILE *file, const struct report *report)
{
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"light\"><head>"
            "<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\""
            "default-src 'none'; style-src 'sha256-%s'; "
            "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, "
            "initial-scale=1\">\n<title>reftally</title>\n<style>",
            page_style_digest, page_script_digest);
    write_lines(file, page_style);
    fputs("</style></head><body>\n", file);
    write_lines(file, page_markup);
    write_plain(file, report);
    write_data(file, "report", render_json_document(report));
    write_data(file, "sources", excerpts_json(report));
    write_data(file, "reasons", reasons_json(report));
    for (enum flame_view view = 0; view < FLAME_VIEWS; view++) {
        char *id = memory_format("flame-%s", flame_word(view));

        open_data(file, id);
        flame_write(file, report, view);
        fputs("</script>\n", file);
        free(id);
    }
    fputs("<script>", file);
    write_lines(file, page_script);
    fputs("</script>\n</body></html>\n", file);
    return !ferror(file);
}

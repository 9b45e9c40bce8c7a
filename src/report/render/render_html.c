/*
 * One file that needs nothing else: a JSON report, laid out to be read. All
 * that comes from elsewhere is escaped; nothing in it is a script.
 */
#include "report/render/render.h"

#include <stdlib.h>
#include <string.h>

#include "report/finding/phrases.h"
#include "report/render/render_json.h"
#include "report/render/render_text.h"
#include "report/run/judgement.h"
#include "report/text/text.h"
#include "report/text/words.h"

static const char style[] =
    "body{font:15px/1.5 sans-serif;max-width:75em;margin:2em auto;"
    "padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.15em;margin-top:2em}"
    "code,pre,td.place,li{font-family:monospace;font-size:13px}"
    "pre{background:#f4f4f0;margin:.2em 0;padding:.2em .6em;overflow:auto}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{text-align:left;vertical-align:top;padding:.3em .7em;"
    "border-bottom:1px solid #ddd}"
    "td.number{text-align:right;white-space:nowrap}"
    "tr.suspect{background:#fff4d6}"
    ".verdict{color:#8a3b00;font-weight:normal}"
    ".advice{border-left:4px solid #3a7d44;padding-left:.8em}"
    "ol.stack{margin:.2em 0}summary{cursor:pointer;color:#555}";

/* What is written into `file` meanwhile is escaped as a whole. */
struct pieces {
    char *text;
    size_t size;
    FILE *file; /* NULL: no memory, and nothing is written */
};

static bool
pieces_open(struct pieces *pieces)
{
    *pieces = (struct pieces){ 0 };
    pieces->file = open_memstream(&pieces->text, &pieces->size);
    return pieces->file != NULL;
}

static void
pieces_close(struct pieces *pieces, FILE *file, bool lines)
{
    fclose(pieces->file);
    for (char *at = pieces->text, *end; *at != '\0'; at = end) {
        char after;

        end = at + (lines ? strcspn(at, "\n") : strlen(at));
        after = *end;
        *end = '\0';
        text_write_escaped(file, at);
        *end = after;
        if (after == '\n') {
            putc(*end++, file);
        }
    }
    free(pieces->text);
}

typedef void words(FILE *file, const struct finding *finding);

static void
write_words(FILE *file, const struct finding *finding, words *write)
{
    struct pieces pieces;

    if (pieces_open(&pieces)) {
        write(pieces.file, finding);
        pieces_close(&pieces, file, false);
    }
}

static const char *
text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static int64_t
number_of(const json_t *object, const char *name)
{
    return (int64_t)json_integer_value(json_object_get(object, name));
}

static void
write_number(FILE *file, int64_t number)
{
    char buffer[TEXT_NUMBER_BYTES];

    fputs(text_number(buffer, number), file);
}

/* "spam.c:12 parse (spam.so)" */
static void
write_place(FILE *file, const json_t *frame)
{
    const char *name = text_of(frame, "file"), *image = text_of(frame, "image");
    const char *function = text_of(frame, "function");

    if (name != NULL) {
        fputs("<span title=\"", file);
        text_write_escaped(file, name);
        fputs("\">", file);
        text_write_escaped(file, words_last_part(name));
        if (number_of(frame, "line") > 0) {
            fprintf(file, ":%ld", (long)number_of(frame, "line"));
        }
        fputs("</span> ", file);
    }
    text_write_escaped(file, function != NULL ? function : "?");
    if (text_of(frame, "opcode") != NULL) {
        fputs(" ", file);
        text_write_escaped(file, text_of(frame, "opcode"));
    }
    if (image != NULL) {
        fputs(" (", file);
        text_write_escaped(file, words_last_part(image));
        fputs(")", file);
    }
}

static void
write_stack(FILE *file, const char *title, const json_t *frames)
{
    size_t i;
    json_t *frame;

    if (json_array_size(frames) == 0) {
        return;
    }
    fprintf(file,
            "<details><summary>%s, %zu frame%s</summary><ol "
            "class=\"stack\">\n",
            title, json_array_size(frames),
            words_plural(json_array_size(frames)));
    json_array_foreach(frames, i, frame)
    {
        fputs("<li>", file);
        write_place(file, frame);
        fputs("</li>\n", file);
    }
    fputs("</ol></details>\n", file);
}

static void
write_site(FILE *file, const json_t *site)
{
    const json_t *blame = json_object_get(site, "blame");
    const char *source = text_of(site, "source");

    fprintf(file, "<tr%s><td>%s</td><td class=\"number\">",
            json_is_real(blame) ? " class=\"suspect\"" : "",
            text_of(site, "role"));
    write_number(file, number_of(site, "count"));
    fputs("</td><td class=\"number\">", file);
    if (json_is_real(blame)) {
        fprintf(file, "%.0f %%", json_real_value(blame) * 100);
    }
    fputs("</td><td class=\"place\">", file);
    write_place(file, site);
    if (source != NULL) {
        fputs("<pre>", file);
        text_write_escaped(file, source);
        fputs("</pre>", file);
    }
    write_stack(file, "Python stack", json_object_get(site, "python"));
    write_stack(file, "native stack", json_object_get(site, "native"));
    fputs("</td></tr>\n", file);
}

static void
write_owners(FILE *file, const json_t *owners)
{
    int64_t nowhere = number_of(owners, "without_pointer");
    size_t i;
    json_t *way;

    if (!json_is_object(owners)) {
        return;
    }
    if (nowhere > 0) {
        fputs("<p>No pointer to ", file);
        write_number(file, nowhere);
        fputs(" of ", file);
        write_number(file, number_of(owners, "objects"));
        fputs(" objects exists in the process.</p>\n", file);
    }
    if (json_array_size(json_object_get(owners, "example")) == 0) {
        return;
    }
    fputs("<p>Owners of one that has most:</p><ul>\n", file);
    json_array_foreach(json_object_get(owners, "example"), i, way)
    {
        fputs("<li>", file);
        text_write_escaped(file, text_of(way, "way"));
        fputs(json_is_false(json_object_get(way, "visited"))
                  ? ", which its tp_traverse does not visit</li>\n"
                  : "</li>\n",
              file);
    }
    fputs("</ul>\n", file);
}

static void
write_finding(FILE *file, const struct finding *finding, const json_t *about,
              size_t number)
{
    size_t i;
    json_t *site;

    fprintf(file, "<section id=\"finding-%zu\"><h2>%zu. ", number, number);
    write_words(file, finding, phrase_finding);
    fputs(" <span class=\"verdict\">[", file);
    write_words(file, finding, phrase_verdict);
    fputs("]</span></h2>\n", file);
    if (text_of(about, "why") != NULL) {
        fputs("<p>", file);
        text_write_escaped(file, text_of(about, "why"));
        fputs(".</p>\n", file);
    }
    if (finding->healthy > 0) {
        fputs("<p>", file);
        phrase_healthy(file, finding);
        fputs("</p>\n", file);
    }
    if (text_of(about, "advice") != NULL) {
        fputs("<p class=\"advice\">Try: ", file);
        text_write_escaped(file, text_of(about, "advice"));
        fputs("</p>\n", file);
    }
    fputs("<table><tr><th></th><th>references</th><th>suspicion</th>"
          "<th>where</th></tr>\n",
          file);
    json_array_foreach(json_object_get(about, "sites"), i, site)
    {
        write_site(file, site);
    }
    fputs("</table>\n", file);
    write_owners(file, json_object_get(about, "owners"));
    fputs("</section>\n", file);
}

typedef void part(FILE *file, const struct report *report);

static void
write_part(FILE *file, const struct report *report, part *write)
{
    struct pieces pieces;

    fputs("<pre>", file);
    if (pieces_open(&pieces)) {
        write(pieces.file, report);
        pieces_close(&pieces, file, true);
    }
    fputs("</pre>\n", file);
}

bool
render_html(FILE *file, const struct report *report)
{
    json_t *document = render_json_document(report);
    const json_t *findings = json_object_get(document, "findings");
    struct judgement judgement;
    char *line;

    judgement_build(&judgement, report);
    line = judgement_line(&judgement);
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
            "charset=\"utf-8\">\n<title>reftally: %s</title>\n"
            "<style>%s</style></head><body>\n<h1>reftally: %s</h1>\n",
            line, style, line);
    write_part(file, report, render_text_head);
    fputs("<ol>\n", file);
    for (size_t i = 0; i < report->finding_count; i++) {
        fprintf(file, "<li><a href=\"#finding-%zu\">", i + 1);
        write_words(file, &report->findings[i], phrase_finding);
        fputs("</a></li>\n", file);
    }
    fputs("</ol>\n", file);
    for (size_t i = 0; i < report->finding_count; i++) {
        write_finding(file, &report->findings[i], json_array_get(findings, i),
                      i + 1);
    }
    write_part(file, report, render_text_coverage);
    fputs("</body></html>\n", file);
    free(line);
    judgement_clear(&judgement);
    json_decref(document);
    return !ferror(file);
}

#include "report/render/sarif_places.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"
#include "report/text/values.h"
#include "report/text/words.h"

static const char ROOT_ID[] = "SRCROOT";

json_t *
sarif_message(const char *text)
{
    json_t *message = json_object();

    json_object_set_new(message, "text", values_foreign(text));
    return message;
}

/* A path as the URI of a file, or relative to nowhere; to be freed. */
static char *
uri_of(const char *path)
{
    static const char plain[] = "/-._~";
    char *uri = (char *)memory_zeroed(strlen(path) * 3 + 16, 1);
    char *out = uri;

    if (path[0] == '/') {
        out = stpcpy(out, "file://");
    }
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;

        if ((c < 0x80 && isalnum(c)) || strchr(plain, c) != NULL) {
            *out++ = (char)c;
        }
        else {
            out += sprintf(out, "%%%02X", c);
        }
    }
    return uri;
}

/* Below the root, files are named from there. */
static json_t *
artifact_json(const char *root, const char *file)
{
    const char *below = words_below(file, root);
    char *uri = uri_of(below != NULL ? below : file);
    json_t *artifact = json_object();

    json_object_set_new(artifact, "uri", values_text(uri));
    if (below != NULL) {
        json_object_set_new(artifact, "uriBaseId", json_string(ROOT_ID));
    }
    free(uri);
    return artifact;
}

json_t *
sarif_location(const char *root, const struct lead_place *place,
               const char *text)
{
    json_t *location = json_object();

    if (place->file != NULL) {
        json_t *physical = json_object();

        json_object_set_new(physical, "artifactLocation",
                            artifact_json(root, place->file));
        if (place->line != 0) {
            json_t *region = json_object();

            json_object_set_new(region, "startLine",
                                values_number(place->line));
            json_object_set_new(physical, "region", region);
        }
        json_object_set_new(location, "physicalLocation", physical);
    }
    if (place->function != NULL) {
        json_t *logical = json_object(), *all = json_array();

        json_object_set_new(logical, "fullyQualifiedName",
                            values_text(place->function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(all, logical);
        json_object_set_new(location, "logicalLocations", all);
    }
    if (text != NULL) {
        json_object_set_new(location, "message", sarif_message(text));
    }
    return location;
}

static void
add_step(json_t *steps, const char *root, const struct lead_place *place,
         const char *text)
{
    if (place->function != NULL && place->file != NULL) {
        json_t *step = json_object();

        json_object_set_new(step, "location",
                            sarif_location(root, place, text));
        json_array_append_new(steps, step);
    }
}

json_t *
sarif_flows(const struct report *report, const struct finding *finding,
            const struct lead *lead)
{
    json_t *flows = json_array(), *flow = json_object();
    json_t *threads = json_array(), *thread = json_object();
    json_t *steps = json_array();
    char *role =
        finding->site_count == 0
            ? memory_text("")
            : memory_format("%s here", role_word(finding->sites->role));

    add_step(steps, report->root, &lead->python, "Python was here");
    add_step(steps, report->root, &lead->native, role);
    add_step(steps, report->root, &lead->forgotten,
             "forgotten on the way past");
    free(role);
    if (json_array_size(steps) < 2) {
        json_decref(steps);
        json_decref(thread);
        json_decref(threads);
        json_decref(flow);
        return flows;
    }
    json_object_set_new(thread, "locations", steps);
    json_array_append_new(threads, thread);
    json_object_set_new(flow, "threadFlows", threads);
    json_array_append_new(flows, flow);
    return flows;
}

static json_t *
replacement_json(const struct mend *edit, size_t at)
{
    json_t *replacement = json_object(), *region = json_object();
    json_t *content = json_object();
    uint32_t column = edit->column != 0 ? edit->column : 1;
    char *text = edit->column != 0 ? memory_text(edit->text[at])
                                   : memory_format("%s\n", edit->text[at]);

    json_object_set_new(region, "startLine", values_number(edit->lines[at]));
    json_object_set_new(region, "startColumn", values_number(column));
    json_object_set_new(region, "endLine", values_number(edit->lines[at]));
    json_object_set_new(region, "endColumn",
                        values_number(column + (edit->column != 0)));
    json_object_set_new(content, "text", values_text(text));
    json_object_set_new(replacement, "deletedRegion", region);
    json_object_set_new(replacement, "insertedContent", content);
    free(text);
    return replacement;
}

json_t *
sarif_fixes(const struct report *report, const struct mending *mending)
{
    json_t *fixes = json_array(), *fix = json_object();
    json_t *changes = json_array(), *change = json_object();
    json_t *replacements = json_array();
    char *said = mending_text(mending);

    for (size_t i = 0; i < mending->edit.count; i++) {
        json_array_append_new(replacements,
                              replacement_json(&mending->edit, i));
    }
    json_object_set_new(change, "artifactLocation",
                        artifact_json(report->root, mending->file));
    json_object_set_new(change, "replacements", replacements);
    json_array_append_new(changes, change);
    json_object_set_new(fix, "description", sarif_message(said));
    json_object_set_new(fix, "artifactChanges", changes);
    json_array_append_new(fixes, fix);
    free(said);
    return fixes;
}

json_t *
sarif_bases(const char *root)
{
    json_t *bases = json_object(), *base = json_object();
    char *folder = memory_format("%s/", root), *uri = uri_of(folder);

    json_object_set_new(base, "uri", values_text(uri));
    json_object_set_new(bases, ROOT_ID, base);
    free(folder);
    free(uri);
    return bases;
}

#include "cli/sites/file_sites.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/coverage.h"
#include "report/text/text.h"

static json_t *
text_or_null(const char *text)
{
    json_t *value = text != NULL && text[0] != '\0' ? json_string(text) : NULL;

    return value != NULL ? value : json_null();
}

/* Every known word stands there, also those that do not occur. */
static json_t *
counts_json(const uint32_t *counts, uint32_t first, uint32_t count,
            const char *(*word)(uint32_t))
{
    json_t *object = json_object();

    for (uint32_t i = first; i < count; i++) {
        if (word(i) != NULL) {
            json_object_set_new(object, word(i), json_integer(counts[i]));
        }
    }
    return object;
}

static json_t *
watched_json(const struct file_sites *file)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < file->watched_count; i++) {
        const struct watched *watched = &file->watched[i];
        json_t *object = json_object();

        json_object_set_new(object, "function", json_string(watched->name));
        json_object_set_new(object, "offset",
                            json_integer((json_int_t)watched->offset));
        json_object_set_new(object, "patched", json_boolean(watched->patched));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
left_site_json(const struct left_site *site)
{
    json_t *object = json_object();

    json_object_set_new(object, "offset", json_integer(site->offset));
    json_object_set_new(object, "operation",
                        text_or_null(operation_word(site->operation)));
    json_object_set_new(object, "reason",
                        text_or_null(leave_reason_word(site->reason)));
    json_object_set_new(object, "function", text_or_null(site->function));
    return object;
}

/* `count` and `reasons` as in a report. */
static json_t *
left_alone_json(const struct file_sites *file)
{
    json_t *object = json_object();
    json_t *reasons = json_array();
    json_t *sites = json_array();

    for (uint32_t i = 0; i < LEDGER_LEAVE_REASONS; i++) {
        json_t *reason;

        if (file->by_reason[i] > 0) {
            reason = json_object();
            json_object_set_new(reason, "reason",
                                text_or_null(leave_reason_word(i)));
            json_object_set_new(reason, "count",
                                json_integer(file->by_reason[i]));
            json_array_append_new(reasons, reason);
        }
    }
    for (uint32_t i = 0; i < file->left_alone_count; i++) {
        json_array_append_new(sites, left_site_json(&file->left_alone[i]));
    }
    json_object_set_new(object, "count", json_integer(file->left_alone_count));
    json_object_set_new(object, "reasons", reasons);
    json_object_set_new(object, "sites", sites);
    return object;
}

json_t *
file_sites_json(const struct file_sites *file)
{
    json_t *object = json_object();
    char *path = text_utf8(file->path, strlen(file->path));

    json_object_set_new(object, "path", text_or_null(path));
    free(path);
    json_object_set_new(object, "build_id", text_or_null(file->build_id));
    json_object_set_new(object, "instrumented",
                        json_boolean(file->python.refused == NULL));
    json_object_set_new(object, "interpreter",
                        json_boolean(file->python.interpreter));
    json_object_set_new(object, "refused", text_or_null(file->python.refused));
    json_object_set_new(object, "python",
                        text_or_null(file->python.layout != NULL
                                         ? file->python.layout->version
                                         : NULL));
    json_object_set_new(object, "code_bytes",
                        json_integer((json_int_t)file->elf.code_bytes));
    json_object_set_new(object, "functions",
                        json_integer((json_int_t)file->elf.functions));
    json_object_set_new(object, "sites", json_integer(file->sites));
    json_object_set_new(object, "patched", json_integer(file->patched));
    json_object_set_new(object, "left_alone", left_alone_json(file));
    json_object_set_new(object, "operations",
                        counts_json(file->by_operation, OPERATION_ADD,
                                    OPERATION_ENTRY, operation_word));
    json_object_set_new(object, "tactics",
                        counts_json(file->by_tactic, TACTIC_DIRECT,
                                    SITES_TACTICS, tactic_word));
    json_object_set_new(object, "watched", watched_json(file));
    return object;
}

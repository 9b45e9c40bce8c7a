#include "report/render/render_json.h"

#include "report/compare/newborn.h"
#include "report/text/values.h"

static json_t *
known_or_null(const char *text)
{
    return values_text(text[0] != '\0' ? text : NULL);
}

static json_t *
newborn_json(const struct newborn *newborn)
{
    const struct accused *place = &newborn->place;
    json_t *object = json_object();

    json_object_set_new(object, "type", known_or_null(place->type));
    json_object_set_new(object, "younger", values_number(newborn->younger));
    json_object_set_new(object, "alive", values_number(place->objects));
    json_object_set_new(object, "function", known_or_null(place->function));
    json_object_set_new(object, "file", known_or_null(place->file));
    json_object_set_new(object, "line", values_positive(place->line));
    json_object_set_new(object, "image", known_or_null(place->image));
    json_object_set_new(object, "python_function",
                        known_or_null(place->python_function));
    json_object_set_new(object, "python_file",
                        known_or_null(place->python_file));
    json_object_set_new(object, "python_line",
                        values_positive(place->python_line));
    json_object_set_new(object, "held", values_foreign(newborn->held));
    return object;
}

json_t *
render_json_newborn(const struct report *report)
{
    json_t *object = json_object(), *objects = json_array();
    struct newborns newborns;

    newborns_build(&newborns, report, report->newborn_since);
    for (size_t i = 0; i < newborns.count; i++) {
        json_array_append_new(objects, newborn_json(&newborns.items[i]));
    }
    json_object_set_new(object, "since",
                        values_positive(report->newborn_since));
    json_object_set_new(object, "known", json_boolean(newborns.known));
    json_object_set_new(object, "objects", objects);
    newborns_clear(&newborns);
    return object;
}

/* What became more, in numbers. */
#include "report/render/render_json.h"

#include "report/text/values.h"

/* A damaged ledger may hold any number. */
static json_t *
whole(double number)
{
    static const double most = 9e15;

    number = number > most ? most : number < -most ? -most : number;
    return json_integer((json_int_t)number);
}

static json_t *
growth_values(const struct growth_line *growth)
{
    json_t *array;

    if (growth->values == NULL) {
        return json_null();
    }
    array = json_array();
    for (size_t i = 0; i < growth->checkpoints; i++) {
        json_array_append_new(array, whole(growth->values[i]));
    }
    return array;
}

json_t *
render_json_growth(const struct growth_line *growth)
{
    json_t *object = json_object();
    bool known = growth->kind != GROWTH_UNKNOWN;

    json_object_set_new(object, "kind",
                        values_text(growth_line_word(growth->kind)));
    json_object_set_new(object, "checkpoints",
                        values_number(growth->checkpoints));
    json_object_set_new(object, "per",
                        known ? json_string(growth->share > 0  ? "moment"
                                            : growth->per_call ? "call"
                                                               : "checkpoint")
                              : json_null());
    json_object_set_new(object, "slope",
                        known ? json_real(growth->slope) : json_null());
    json_object_set_new(object, "r2",
                        known ? json_real(growth->r2) : json_null());
    json_object_set_new(object, "first",
                        known ? whole(growth->first) : json_null());
    json_object_set_new(object, "last",
                        known ? whole(growth->last) : json_null());
    json_object_set_new(object, "values", growth_values(growth));
    if (growth->share > 0) {
        json_object_set_new(object, "share", json_real(growth->share));
    }
    return object;
}

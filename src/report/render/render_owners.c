/* Who owns the objects of a finding, in both reports. */
#include <inttypes.h>

#include "report/render/render_json.h"
#include "report/render/render_text.h"
#include "report/text/text.h"
#include "report/text/values.h"
#include "report/text/words.h"

static void
write_way(FILE *file, const struct finding *finding,
          const struct owner_path *way)
{
    char held[TEXT_NUMBER_BYTES], all[TEXT_NUMBER_BYTES];

    fputs("    owner     ", file);
    words_foreign(file, way->text);
    if (finding->owners.references > 1) {
        fprintf(file, "  (%s of %s references)",
                text_number(held, (int64_t)way->references),
                text_number(all, (int64_t)finding->owners.references));
    }
    fputs(way->unannounced ? ", which its tp_traverse does not visit\n" : "\n",
          file);
}

void
render_text_owners(FILE *file, const struct finding *finding)
{
    const struct owner_summary *owners = &finding->owners;
    char some[TEXT_NUMBER_BYTES], all[TEXT_NUMBER_BYTES];

    if (owners->nowhere > 0 && owners->nowhere == owners->objects) {
        fprintf(file,
                "    owner     none: no pointer to %s exists in the process\n",
                owners->objects > 1 ? "these objects" : "this object");
    }
    else if (owners->nowhere > 0) {
        fprintf(file,
                "    owner     none: no pointer to %s of %s objects exists in "
                "the process\n",
                text_number(some, (int64_t)owners->nowhere),
                text_number(all, (int64_t)owners->objects));
    }
    for (size_t i = 0;
         owners->nowhere < owners->objects / 2 + 1 && i < owners->way_count;
         i++) {
        write_way(file, finding, &owners->ways[i]);
    }
}

json_t *
render_json_owners(const struct owner_summary *owners)
{
    json_t *object, *ways;

    if (owners->objects == 0) {
        return json_null();
    }
    object = json_object();
    ways = json_array();
    for (size_t i = 0; i < owners->way_count; i++) {
        json_t *way = json_object();

        json_object_set_new(way, "kind", json_string(owners->ways[i].kind));
        json_object_set_new(way, "way", values_foreign(owners->ways[i].text));
        json_object_set_new(way, "references",
                            values_number(owners->ways[i].references));
        json_object_set_new(way, "visited",
                            json_boolean(!owners->ways[i].unannounced));
        json_array_append_new(ways, way);
    }
    json_object_set_new(object, "objects", values_number(owners->objects));
    json_object_set_new(object, "without_pointer",
                        values_number(owners->nowhere));
    json_object_set_new(object, "example_references",
                        values_number(owners->references));
    json_object_set_new(object, "example", ways);
    json_object_set_new(object, "example_left_out",
                        values_number(owners->more));
    return object;
}

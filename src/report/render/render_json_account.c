/* The life of one typical object, as a table that balances. */
#include "report/render/render_json.h"

#include <stdlib.h>

#include "report/finding/phrases.h"
#include "report/text/memory.h"
#include "report/text/values.h"

static const size_t PLACES_MAX = 4096;

/* Of the entries of an account, in the order of their first changes. */
struct places {
    const struct ledger_entry **entries;
    size_t count;
    int64_t taken, released;
};

static int
compare_entries(const void *a, const void *b)
{
    const struct ledger_entry *left = *(const struct ledger_entry *const *)a;
    const struct ledger_entry *right = *(const struct ledger_entry *const *)b;

    return (left->first > right->first) - (left->first < right->first);
}

static struct places
collect(const struct ledger *ledger, const struct ledger_account *account)
{
    struct places places = { 0 };

    for (uint32_t e = account->entries; e != 0 && places.count < PLACES_MAX;
         e = ledger_entry_at(ledger, e)->next) {
        places.entries = (const struct ledger_entry **)memory_room(
            (void *)places.entries, places.count, sizeof *places.entries);
        places.entries[places.count++] = ledger_entry_at(ledger, e);
        places.taken += ledger_entry_at(ledger, e)->taken;
        places.released += ledger_entry_at(ledger, e)->released;
    }
    if (places.count > 0) {
        qsort((void *)places.entries, places.count, sizeof *places.entries,
              compare_entries);
    }
    return places;
}

/* Which function of the stack is meant, as the finding says it elsewhere. */
static struct finding_site
site_of(const struct finding *finding, const struct ledger_entry *entry)
{
    for (size_t i = 0; i < finding->site_count; i++) {
        if (finding->sites[i].tag == entry->tag) {
            return finding->sites[i];
        }
    }
    return (struct finding_site){ .tag = entry->tag };
}

static json_t *
place_json(const struct report *report, const struct finding *finding,
           const struct ledger_entry *entry)
{
    const struct ledger *ledger = report->inputs.ledger;
    struct finding_site site = site_of(finding, entry);
    struct stack stack = { 0 };
    json_t *object = json_object(), *python;

    finding_stack(&report->inputs, &site, &stack);
    json_object_set_new(object, "taken", values_number(entry->taken));
    json_object_set_new(object, "released", values_number(entry->released));
    json_object_set_new(
        object, "frame",
        site.frame < stack.count
            ? render_json_frame(report, &stack.frames[site.frame])
            : json_null());
    python = render_json_python(ledger, entry->python != 0 ? entry->python
                                                           : stack.python);
    json_object_set_new(object, "python",
                        json_array_size(python) > 0
                            ? json_incref(json_array_get(python, 0))
                            : json_null());
    json_decref(python);
    stack_clear(&stack);
    return object;
}

/* Who has its references at the end, as far as the census can tell. */
static json_t *
owned_json(const struct report *report, uint32_t account)
{
    const struct ledger_owned *owned =
        owners_known(report->inputs.owners)
            ? owners_of(report->inputs.owners, account)
            : NULL;
    json_t *object;

    if (owned == NULL) {
        return json_null();
    }
    object = json_object();
    json_object_set_new(object, "objects",
                        values_number((uint64_t)owned->edges + owned->hidden));
    json_object_set_new(object, "frames", values_number(owned->frames));
    json_object_set_new(object, "static_data", values_number(owned->statics));
    json_object_set_new(
        object, "possible",
        values_number((uint64_t)owned->internal + owned->possible));
    json_object_set_new(object, "without_owner",
                        values_number(owners_surplus(owned)));
    return object;
}

json_t *
render_json_account(const struct report *report, const struct finding *finding)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_account *account =
        ledger_account_at(ledger, finding->typical);
    bool adopted = account->state == LEDGER_ACCOUNT_ADOPTED;
    int64_t before = adopted ? account->adopted_references : 0;
    struct places places;
    json_t *object, *array;

    if (finding->typical == 0 || account->state == LEDGER_ACCOUNT_FREE) {
        return json_null();
    }
    object = json_object();
    array = json_array();
    places = collect(ledger, account);
    for (size_t i = 0; i < places.count; i++) {
        json_array_append_new(array,
                              place_json(report, finding, places.entries[i]));
    }
    json_object_set_new(object, "before", json_integer(before));
    json_object_set_new(object, "taken", json_integer(places.taken));
    json_object_set_new(object, "released", json_integer(places.released));
    json_object_set_new(object, "without_stack",
                        json_integer(account->references - before -
                                     places.taken + places.released));
    json_object_set_new(object, "references",
                        json_integer(account->references));
    json_object_set_new(object, "owners", owned_json(report, finding->typical));
    json_object_set_new(object, "places", array);
    free((void *)places.entries);
    return object;
}

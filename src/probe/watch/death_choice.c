#include "probe/watch/death_choice.h"

#include "probe/images/image_records.h"
#include "probe/state/recorder.h"

enum {
    TYPES_MAX = 1 << 12, /* with a higher number none is audited */
    DEATHS_ALL = 16,     /* of a type are audited; then ... */
    DEATHS_SHARE = 8,    /* ... so many until twice as many have died */
    LOSSES_OF_TYPE = 96, /* of 1024 in all */
};

static struct audited_type {
    uint32_t deaths;
    uint8_t losses;
    bool known, wanted;
} types[TYPES_MAX];

/* The interpreter's own types forget nothing, and some only point. */
bool
death_choice_wants(uint32_t number)
{
    struct audited_type *type;

    if (number >= TYPES_MAX) {
        return false;
    }
    type = &types[number];
    if (!type->known) {
        uint64_t disposer = store_type(&recorder.store, number)->disposer;

        type->known = true;
        type->wanted = disposer != 0 &&
                       !image_record_is_interpreter(image_record_at(disposer));
    }
    return type->wanted && type->losses < LOSSES_OF_TYPE;
}

uint32_t
death_choice_stands_for(uint32_t number)
{
    uint32_t deaths = types[number].deaths++;
    uint32_t power; /* of two, at most `deaths` */

    if (deaths < DEATHS_ALL) {
        return 1;
    }
    power = (uint32_t)1 << (31 - __builtin_clz(deaths));
    return deaths % (power / DEATHS_SHARE) == 0 ? power / DEATHS_SHARE : 0;
}

void
death_choice_lost(uint32_t number)
{
    types[number].losses++;
}

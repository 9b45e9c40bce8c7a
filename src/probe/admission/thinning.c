#include "probe/admission/thinning.h"

#include "base/mapping.h"
#include "ledger/hash.h"
#include "ledger/slots.h"
#include "probe/state/recorder.h"

enum {
    CLASSES = 1 << 16,
    RECENT = 1 << 12,
    PERIOD_FIRST = 256, /* births that are recorded before any is left out */
    PERIOD = 64,        /* births recorded until the rate is looked at */
    PATIENCE_STEP = 2,  /* four times as many, when it was a mistake, ... */
    PATIENCE_MOST = 4,  /* ... up to 4096 */
};

struct birth_class {
    uint64_t key;
    int64_t live;  /* objects, each as many as it stands for */
    int64_t most;  /* of them at the end of a period */
    uint32_t kept; /* in this period */
    uint32_t skip; /* births to leave out before the next one is kept */
    uint32_t shift;
    uint32_t patience; /* the first period is 2^patience times as long */
};

/* Classes by the address of their type, the last ones. */
struct recent {
    uint64_t key;
    struct birth_class *births;
};

static struct recent *recent;

static struct birth_class *classes; /* [0] is not used */
static uint32_t class_count;
static struct slots class_slots;
static uint32_t *class_of; /* account -> its class; 0: none */

bool
thinning_init(void)
{
    uint32_t *slots;

    if (recorder.options.sample != OPTIONS_SAMPLE_AUTO) {
        return true;
    }
    slots = mapping_zeroed(2 * CLASSES * sizeof *slots);
    classes = mapping_zeroed(CLASSES * sizeof *classes);
    class_of = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                              sizeof *class_of);
    slots_init(&class_slots, slots, 2 * CLASSES - 1);
    recent = mapping_zeroed(RECENT * sizeof *recent);
    class_count = 0;
    return recent != NULL && slots != NULL && classes != NULL &&
           class_of != NULL;
}

static uint64_t
key_of(const void *context, uint32_t number)
{
    (void)context;
    return classes[number].key;
}

struct birth_class *
thinning_class(uint32_t type, uint32_t site, uint64_t position)
{
    uint64_t key = hash_mix(hash_mix(type, site), position) | 1;
    uint32_t slot = slots_first(&class_slots, key);

    for (; class_slots.at[slot] != 0; slot = slots_next(&class_slots, slot)) {
        if (classes[class_slots.at[slot]].key == key) {
            return &classes[class_slots.at[slot]];
        }
    }
    if (class_count + 1 == CLASSES) {
        return NULL;
    }
    classes[++class_count].key = key;
    slots_append(&class_slots, class_count, key_of, NULL);
    return &classes[class_count];
}

/* Evenly below 2 * 2^shift - 1, so that no rhythm of the program matters. */
static uint32_t
draw_skip(uint32_t shift)
{
    static uint32_t state = 2463534242u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % ((2u << shift) - 1);
}

static uint32_t
period(const struct birth_class *births)
{
    return births->shift == 0 ? (uint32_t)PERIOD_FIRST << births->patience
                              : (uint32_t)PERIOD;
}

static void
end_period(struct birth_class *births)
{
    /* Some that live just now stand for many. */
    int64_t doubt = births->shift > 0 ? (int64_t)2 << births->shift : 0;

    births->kept = 0;
    if (births->live > births->most + doubt) {
        births->most = births->live;
        if (births->shift > 0 && births->patience < PATIENCE_MOST) {
            births->patience += PATIENCE_STEP;
        }
        births->shift = 0;
    }
    else if (births->shift < THINNING_SHIFT_MAX) {
        births->shift++;
    }
}

bool
thinning_keeps(struct birth_class *births)
{
    if (births == NULL) {
        return true;
    }
    if (births->kept >= period(births)) {
        end_period(births);
    }
    if (births->shift == 0) {
        return true;
    }
    if (births->skip > 0) {
        births->skip--;
        return false;
    }
    births->skip = draw_skip(births->shift);
    return true;
}

static uint64_t
recent_key(uint64_t type, uint32_t site, uint64_t position)
{
    return hash_mix(type ^ position,
                    site + ((uint64_t)recorder.types_forgotten << 32)) |
           1;
}

bool
thinning_leaves_out(uint64_t type, uint32_t site, uint64_t position)
{
    uint64_t key = recent_key(type, site, position);
    const struct recent *found;

    if (recent == NULL) {
        return false;
    }
    found = &recent[(key >> 32) % RECENT];
    if (found->key != key || found->births->skip == 0) {
        return false;
    }
    found->births->skip--;
    return true;
}

void
thinning_remember(struct birth_class *births, uint64_t type, uint32_t site,
                  uint64_t position)
{
    uint64_t key = recent_key(type, site, position);

    recent[(key >> 32) % RECENT] = (struct recent){ key, births };
}

void
thinning_born(struct birth_class *births, uint32_t account)
{
    if (births == NULL) {
        return;
    }
    class_of[account] = (uint32_t)(births - classes);
    store_account(&recorder.store, account)->sampling = (uint8_t)births->shift;
    births->live += (int64_t)1 << births->shift;
    births->kept++;
}

void
thinning_gone(uint32_t account)
{
    if (classes != NULL && class_of[account] != 0) {
        classes[class_of[account]].live -=
            (int64_t)1 << store_account(&recorder.store, account)->sampling;
        class_of[account] = 0;
    }
}

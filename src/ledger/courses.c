#include "ledger/courses.h"

#include "ledger/hash.h"

static uint64_t
class_hash(uint32_t type, uint32_t birth, uint32_t kind)
{
    return hash_mix(hash_mix(hash_mix(1, type), birth), kind);
}

static uint64_t
hash_of(const void *context, uint32_t number)
{
    const struct courses *courses = context;

    const struct course_class *class = &courses->classes[number];

    return class_hash(class->type, class->birth, class->kind);
}

/* NULL: there are too many. */
static struct course_class *
class_of(struct courses *courses, uint32_t type, uint32_t birth, uint32_t kind)
{
    uint64_t hash = class_hash(type, birth, kind);
    uint32_t slot = slots_first(&courses->slots, hash), number;

    while ((number = courses->slots.at[slot]) != 0) {
        struct course_class *class = &courses->classes[number];

        if (class->type == type && class->birth == birth &&
            class->kind == kind) {
            return class;
        }
        slot = slots_next(&courses->slots, slot);
    }
    if (courses->count == courses->limit) {
        return NULL;
    }
    number = ++courses->count;
    courses->classes[number] = (struct course_class){
        .type = type,
        .birth = birth,
        .kind = kind,
    };
    slots_append(&courses->slots, number, hash_of, courses);
    return &courses->classes[number];
}

static bool
is_many(const struct courses *courses, uint32_t kind)
{
    return (courses->kinds.many_bits[kind / 64] >> kind % 64 & 1) != 0 &&
           store_kind(courses->store, kind)->alive >= COURSE_MIN;
}

/* Objects that an account stands for, in COURSE_UNIT. */
static uint64_t
stands_for(const struct courses *courses, uint32_t account, uint32_t kind)
{
    const struct ledger_kind *found = store_kind(courses->store, kind);

    if (kind == 0) {
        return COURSE_UNIT;
    }
    return found->accounts == 0 ||
                   store_account(courses->store, account)->birth == 0
               ? 0 /* it was counted until now: nobody knows where it is from */
               : found->alive * COURSE_UNIT / found->accounts;
}

/* What existed before, or is on its way out, belongs to no class. */
static void
count_account(struct courses *courses, uint32_t index, uint32_t kind)
{
    const struct ledger_account *account = store_account(courses->store, index);
    struct course_class *class;

    if (account->state != LEDGER_ACCOUNT_BORN || account->references <= 0) {
        return;
    }
    courses->without_kind += kind == 0;
    class = class_of(courses, account->type, account->birth, kind);
    if (class != NULL) {
        class->alive += stands_for(courses, index, kind);
    }
}

static void
count_accounts(struct courses *courses)
{
    uint64_t used = *courses->store->tables[LEDGER_ACCOUNTS].used;
    const uint32_t *of = courses->kinds.of;

    for (uint32_t i = 1; i < used; i++) {
        uint32_t kind = of == NULL ? 0 : of[i];

        if (kind == 0 || is_many(courses, kind)) {
            count_account(courses, i, kind);
        }
    }
}

/*
 * Where no object of a kind has an account any more, those that are alive were
 * born where the last one was that had one: they are not nothing.
 */
static void
count_kinds(struct courses *courses)
{
    for (uint32_t i = 0; i < courses->kinds.many_count; i++) {
        uint32_t number = courses->kinds.many[i];
        const struct ledger_kind *kind = store_kind(courses->store, number);
        struct course_class *class;

        if (kind->accounts == 0 && kind->alive > 0 && kind->birth != 0 &&
            (class = class_of(courses, kind->type, kind->birth, number)) !=
                NULL) {
            class->alive += kind->alive * COURSE_UNIT;
        }
    }
}

static void
count_alive(struct courses *courses)
{
    for (uint32_t i = 1; i <= courses->count; i++) {
        courses->classes[i].alive = 0;
    }
    courses->without_kind = 0;
    count_accounts(courses);
    count_kinds(courses);
    courses->alive = courses->without_kind + courses->kinds.alive;
}

/*
 * The later of each two remain. While it lasts there are no moments: a process
 * that ends meanwhile has none.
 */
static void
drop_half(const struct store *store)
{
    uint64_t courses = *store->tables[LEDGER_COURSES].used;

    __atomic_store_n(store->tables[LEDGER_MOMENTS].used, 1, __ATOMIC_RELEASE);
    for (uint32_t i = 1; i <= LEDGER_MOMENTS_MAX / 2; i++) {
        *store_moment(store, i) = *store_moment(store, 2 * i);
    }
    for (uint32_t c = 1; c < courses; c++) {
        uint32_t *alive = store_course(store, c)->alive;

        for (uint32_t i = 0; i < LEDGER_MOMENTS_MAX / 2; i++) {
            alive[i] = alive[2 * i + 1];
        }
        for (uint32_t i = LEDGER_MOMENTS_MAX / 2; i < LEDGER_MOMENTS_MAX; i++) {
            alive[i] = 0;
        }
    }
    __atomic_store_n(store->tables[LEDGER_MOMENTS].used,
                     1 + LEDGER_MOMENTS_MAX / 2, __ATOMIC_RELEASE);
}

/* Of the moment with this number, from 1. */
static void
write(struct courses *courses, uint64_t moment)
{
    for (uint32_t i = 1; i <= courses->count; i++) {
        struct course_class *class = &courses->classes[i];
        uint64_t alive = class->alive / COURSE_UNIT;

        if (class->course == 0 && alive >= COURSE_MIN) {
            class->course = store_add(courses->store, LEDGER_COURSES, 1);
            if (class->course != 0) {
                *store_course(courses->store, class->course) =
                    (struct ledger_course){ .type = class->type,
                                            .birth = class->birth,
                                            .kind = class->kind };
            }
        }
        if (class->course != 0) {
            store_course(courses->store, class->course)->alive[moment - 1] =
                alive < COURSE_MIN   ? 0
                : alive > UINT32_MAX ? UINT32_MAX
                                     : (uint32_t)alive;
        }
    }
}

bool
courses_count(struct courses *courses, struct ledger_moment moment)
{
    struct store *store = courses->store;
    bool full = *store->tables[LEDGER_MOMENTS].used > LEDGER_MOMENTS_MAX;
    uint64_t number;

    if (full) {
        drop_half(store);
    }
    number = *store->tables[LEDGER_MOMENTS].used;
    count_alive(courses);
    write(courses, number);
    if (store_add(store, LEDGER_MOMENTS, 1) != 0) {
        *store_moment(store, (uint32_t)number) = moment;
    }
    return !full;
}

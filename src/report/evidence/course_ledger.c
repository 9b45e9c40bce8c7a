#include "report/evidence/course.h"

#include <stdlib.h>

#include "report/text/memory.h"
#include "report/text/sorted.h"

/* An object that is alive, and has an account. */
struct born {
    uint32_t type, birth, kind;
    uint64_t serial;
};

struct course_index {
    const struct ledger *ledger;
    const struct ledger_course **sorted;
    size_t count;
    struct born *born; /* sorted */
    size_t born_count;
};

static int
compare(const void *a, const void *b)
{
    const struct ledger_course *left = *(const struct ledger_course *const *)a;
    const struct ledger_course *right = *(const struct ledger_course *const *)b;

    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    if (left->birth != right->birth) {
        return left->birth < right->birth ? -1 : 1;
    }
    return (left->kind > right->kind) - (left->kind < right->kind);
}

static int
compare_born(const void *a, const void *b)
{
    const struct born *left = (const struct born *)a;
    const struct born *right = (const struct born *)b;

    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    if (left->birth != right->birth) {
        return left->birth < right->birth ? -1 : 1;
    }
    if (left->kind != right->kind) {
        return left->kind < right->kind ? -1 : 1;
    }
    return (left->serial > right->serial) - (left->serial < right->serial);
}

/* As the moments count them. */
static void
find_born(struct course_index *index)
{
    uint32_t used = ledger_used(index->ledger, LEDGER_ACCOUNTS);

    index->born = (struct born *)memory_zeroed(used, sizeof *index->born);
    for (uint32_t i = 1; index->count > 0 && i < used; i++) {
        const struct ledger_account *account =
            ledger_account_at(index->ledger, i);

        if (account->state == LEDGER_ACCOUNT_BORN && account->references > 0) {
            index->born[index->born_count++] =
                (struct born){ account->type, account->birth,
                               ledger_kind_of(index->ledger, i),
                               account->serial };
        }
    }
    if (index->born_count > 0) {
        qsort(index->born, index->born_count, sizeof *index->born,
              compare_born);
    }
}

struct course_index *
course_create(const struct ledger *ledger)
{
    struct course_index *index =
        (struct course_index *)memory_zeroed(1, sizeof *index);
    uint32_t used = ledger_used(ledger, LEDGER_COURSES);

    index->ledger = ledger;
    index->sorted = (const struct ledger_course **)memory_zeroed(
        used, sizeof *index->sorted);
    for (uint32_t i = 1; i < used; i++) {
        index->sorted[index->count++] = ledger_course_at(ledger, i);
    }
    if (index->count > 0) {
        qsort(index->sorted, index->count, sizeof *index->sorted, compare);
    }
    find_born(index);
    return index;
}

void
course_free(struct course_index *index)
{
    free(index->sorted);
    free(index->born);
    free(index);
}

/* One that was not yet written when the process ended has no time. */
static size_t
count_moments(const struct ledger *ledger)
{
    size_t count = ledger_used(ledger, LEDGER_MOMENTS);

    count = count > 0 ? count - 1 : 0;
    count = count > LEDGER_MOMENTS_MAX ? LEDGER_MOMENTS_MAX : count;
    return count > 0 &&
                   ledger_moment_at(ledger, (uint32_t)count)->realtime_ns == 0
               ? count - 1
               : count;
}

/* The first that is not less. */
static size_t
find_course(const struct course_index *index, uint32_t type,
            struct growth_birth birth)
{
    struct ledger_course wanted = { .type = type,
                                    .birth = birth.birth,
                                    .kind = birth.kind };
    const struct ledger_course *key = &wanted;

    return sorted_first(index->sorted, index->count, sizeof *index->sorted,
                        &key, compare);
}

/* Of these, whatever else follows them; NULL: it is another. */
static const struct ledger_course *
course_at(const struct course_index *index, size_t at, uint32_t type,
          struct growth_birth birth)
{
    const struct ledger_course *course =
        at < index->count ? index->sorted[at] : NULL;

    return course != NULL && course->type == type &&
                   course->birth == birth.birth &&
                   (birth.kind == 0 || course->kind == birth.kind)
               ? course
               : NULL;
}

bool
course_is_known(const struct course_index *index, uint32_t type, uint32_t birth)
{
    struct growth_birth any = { birth, 0 };

    return course_at(index, find_course(index, type, any), type, any) != NULL;
}

static void
add_course(const struct course_index *index, uint32_t type,
           struct growth_birth birth, double *values)
{
    const struct ledger_course *found;

    for (size_t at = find_course(index, type, birth);
         (found = course_at(index, at, type, birth)) != NULL; at++) {
        for (size_t i = 0; i < LEDGER_MOMENTS_MAX; i++) {
            values[i] += found->alive[i];
        }
    }
}

/* How many are not younger than this one. */
static size_t
count_older(const struct course_index *index, struct born than)
{
    size_t low = 0, high = index->born_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (compare_born(&index->born[middle], &than) <= 0) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

/* What was born after the last moment is in none. */
static void
add_younger_of_kind(const struct course_index *index, struct born at,
                    double *younger, size_t moments)
{
    size_t all = 0;

    for (size_t i = moments; i-- > 0;) {
        at.serial = ledger_moment_at(index->ledger, (uint32_t)i + 1)->serial;
        if (i + 1 == moments) {
            all = count_older(index, at);
        }
        younger[i] += (double)(all - count_older(index, at));
    }
}

/* Objects whose births nobody saw may be older than their accounts. */
static void
add_younger(const struct course_index *index, uint32_t type,
            struct growth_birth birth, double *younger, size_t moments)
{
    struct born at = { .type = type, .birth = birth.birth, .kind = birth.kind };

    if (birth.birth == 0) {
        return;
    }
    if (birth.kind != 0) {
        add_younger_of_kind(index, at, younger, moments);
        return;
    }
    for (size_t i = count_older(index, at); i < index->born_count;
         i = count_older(index, at)) {
        if (index->born[i].type != type ||
            index->born[i].birth != birth.birth) {
            break;
        }
        at.kind = index->born[i].kind;
        add_younger_of_kind(index, at, younger, moments);
        at.serial = UINT64_MAX;
    }
}

/* Of moments without work between them the last one counts. */
static size_t
leave_out_idle(double *work, double *values, double *younger, size_t moments)
{
    size_t kept = 0;

    for (size_t i = 0; i < moments; i++) {
        kept -= kept > 0 && work[i] <= work[kept - 1];
        work[kept] = work[i];
        values[kept] = values[i];
        younger[kept++] = younger[i];
    }
    return kept;
}

struct growth_line
course_of_births(const struct course_index *index, uint32_t type,
                 const struct growth_birth *births, size_t count)
{
    double work[LEDGER_MOMENTS_MAX], values[LEDGER_MOMENTS_MAX] = { 0 };
    double younger[LEDGER_MOMENTS_MAX] = { 0 };
    size_t moments = count_moments(index->ledger);

    for (size_t i = 0; i < count; i++) {
        add_course(index, type, births[i], values);
        add_younger(index, type, births[i], younger, moments);
    }
    for (size_t i = 0; i < moments; i++) {
        work[i] =
            (double)ledger_moment_at(index->ledger, (uint32_t)i + 1)->changes;
    }
    return course_measure((struct course_numbers){ work, values, younger },
                          leave_out_idle(work, values, younger, moments));
}

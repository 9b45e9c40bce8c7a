#include "report/detect/alike_shares.h"

#include <stdlib.h>

#include "report/evidence/growth.h"
#include "report/evidence/owners.h"
#include "report/text/memory.h"
#include "report/text/sorted.h"

/* Of the objects of a kind that its records stand for ... */
static const double FAIR_SHARE = .25;

/* ... of which there are at least so many if it has objects without an account:
   one that grows gets more. */
enum { RECORDS_MIN = 4 };

/* Records of one class that are counted together. */
struct share {
    uint32_t type, birth; /* without kinds: where they were born */
    uint32_t kind;
    uint32_t class;
    uint32_t records;
    uint64_t objects, of; /* so many do these stand for, of so many */
};

struct alike_shares {
    const struct inputs *inputs;
    const uint32_t *classes;
    struct share *all; /* sorted */
    size_t count;
};

static int
compare_numbers(uint32_t left, uint32_t right)
{
    return (left > right) - (left < right);
}

static int
compare_kinds(const struct share *left, const struct share *right)
{
    int order = compare_numbers(left->type, right->type);

    order = order != 0 ? order : compare_numbers(left->birth, right->birth);
    return order != 0 ? order : compare_numbers(left->kind, right->kind);
}

static int
compare(const void *a, const void *b)
{
    const struct share *left = (const struct share *)a;
    const struct share *right = (const struct share *)b;
    int order = compare_kinds(left, right);

    return order != 0 ? order : compare_numbers(left->class, right->class);
}

/* By kind, or where that is not told by place of birth. */
static struct share
share_of(const struct alike_shares *shares, uint32_t type, uint32_t birth,
         uint32_t kind)
{
    return growth_is_by_kind(shares->inputs->growth) && kind != 0
               ? (struct share){ .kind = kind }
               : (struct share){ .type = type, .birth = birth };
}

static struct share
share_of_record(const struct alike_shares *shares, uint32_t record)
{
    const struct ledger_owned *owned =
        ledger_owned_at(shares->inputs->ledger, record);
    struct share share =
        share_of(shares, owned->type, owned->birth, owned->kind);

    share.class = shares->classes[record];
    share.records = 1;
    share.objects = owners_stand_for(shares->inputs->ledger, owned);
    return share;
}

static void
count_records(struct alike_shares *shares, size_t records)
{
    for (size_t i = 0; i < records; i++) {
        struct share *last =
            shares->count > 0 ? &shares->all[shares->count - 1] : NULL;

        if (last == NULL || compare(last, &shares->all[i]) != 0) {
            shares->all[shares->count++] = shares->all[i];
        }
        else {
            last->records++;
            last->objects += shares->all[i].objects;
        }
    }
}

/* Where those that follow are of another kind. */
static size_t
end_of_kind(const struct alike_shares *shares, size_t start)
{
    size_t end = start;

    while (end < shares->count &&
           compare_kinds(&shares->all[end], &shares->all[start]) == 0) {
        end++;
    }
    return end;
}

static void
sum_kinds(struct alike_shares *shares)
{
    for (size_t start = 0, end; start < shares->count; start = end) {
        uint64_t sum = 0;

        end = end_of_kind(shares, start);
        for (size_t i = start; i < end; i++) {
            sum += shares->all[i].objects;
        }
        for (size_t i = start; i < end; i++) {
            shares->all[i].of = sum;
        }
    }
}

struct alike_shares *
alike_shares_create(const struct inputs *inputs, const uint32_t *classes)
{
    struct alike_shares *shares =
        (struct alike_shares *)memory_zeroed(1, sizeof *shares);
    uint32_t used = ledger_used(inputs->ledger, LEDGER_OWNED);
    size_t records = used > 1 ? used - 1 : 0;

    *shares = (struct alike_shares){ .inputs = inputs, .classes = classes };
    shares->all = (struct share *)memory_zeroed(used, sizeof *shares->all);
    for (uint32_t r = 1; r <= records; r++) {
        shares->all[r - 1] = share_of_record(shares, r);
    }
    qsort(shares->all, records, sizeof *shares->all, compare);
    count_records(shares, records);
    sum_kinds(shares);
    return shares;
}

void
alike_shares_free(struct alike_shares *shares)
{
    free(shares->all);
    free(shares);
}

/* The first that is not less. */
static size_t
find(const struct alike_shares *shares, const struct share *wanted)
{
    return sorted_first(shares->all, shares->count, sizeof *shares->all, wanted,
                        compare);
}

uint32_t
alike_shares_largest(const struct alike_shares *shares, uint32_t kind)
{
    const struct ledger_kind *of = ledger_kind_at(shares->inputs->ledger, kind);
    struct share wanted = share_of(shares, of->type, of->birth, kind);
    const struct share *largest = NULL;

    for (size_t i = find(shares, &wanted);
         of->birth != 0 && i < shares->count &&
         compare_kinds(&shares->all[i], &wanted) == 0;
         i++) {
        if (shares->all[i].class != 0 &&
            (largest == NULL || shares->all[i].objects > largest->objects)) {
            largest = &shares->all[i];
        }
    }
    return largest != NULL ? largest->class : 0;
}

bool
alike_shares_fair(const struct alike_shares *shares, uint32_t record)
{
    struct share wanted = share_of_record(shares, record);
    const struct share *share = &shares->all[find(shares, &wanted)];

    if (share->kind != 0 && share->records < RECORDS_MIN &&
        ledger_kind_at(shares->inputs->ledger, share->kind)->counted > 0) {
        return false;
    }
    return (double)share->objects >= FAIR_SHARE * (double)share->of;
}

#include "report/blame/suspected_sites.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/account_sum.h"
#include "report/text/memory.h"

enum {
    SUSPECTED_MAX = 5,
    CONTEXT_MAX = 32,
};

/* Below this share a suspect is noise. */
static const double SHARE_MIN = .02;

static void
add_site(struct finding *finding, struct finding_site site)
{
    finding->sites = (struct finding_site *)memory_room(
        finding->sites, finding->site_count, sizeof *finding->sites);
    finding->sites[finding->site_count++] = site;
}

static int
compare_sums(const void *a, const void *b)
{
    const struct tag_sum *left = (const struct tag_sum *)a;
    const struct tag_sum *right = (const struct tag_sum *)b;
    uint64_t left_size = left->taken + left->released;
    uint64_t right_size = right->taken + right->released;

    if (left_size != right_size) {
        return left_size < right_size ? 1 : -1;
    }
    return (left->tag > right->tag) - (left->tag < right->tag);
}

/* Where nobody is suspected of releasing it too often: what released it first. */
static int
compare_releases(const void *a, const void *b)
{
    uint64_t left = ((const struct tag_sum *)a)->released;
    uint64_t right = ((const struct tag_sum *)b)->released;

    return left != right ? (left < right ? 1 : -1) : compare_sums(a, b);
}

/* What the interpreter's end let go of was held by then. */
static void
put_end_last(struct stacks *stacks, struct tag_sum *sums, size_t count)
{
    struct tag_sum *last = (struct tag_sum *)memory_zeroed(count, sizeof *last);
    size_t kept = 0, moved = 0;

    for (size_t i = 0; i < count; i++) {
        if ((stacks_flags(stacks, sums[i].tag) & FUNCTION_TEARDOWN) != 0) {
            last[moved++] = sums[i];
        }
        else {
            sums[kept++] = sums[i];
        }
    }
    memcpy(sums + kept, last, moved * sizeof *last);
    free(last);
}

/* What a hypothesis looks like among a finding's sites. */
static struct finding_site
site_of(const struct hypothesis *hypothesis)
{
    static const enum role roles[MECHANISM_KINDS] = {
        [MECHANISM_KEPT] = ROLE_TAKEN,
        [MECHANISM_LEFT_OUT] = ROLE_LET_GO,
        [MECHANISM_OVERWROTE] = ROLE_OVERWROTE,
        [MECHANISM_FETCHED] = ROLE_TAKEN,
        [MECHANISM_OWES_TYPE] = ROLE_LET_GO,
        [MECHANISM_RELEASED] = ROLE_RELEASED,
        [MECHANISM_LENT] = ROLE_GAVE_AWAY,
    };

    return (struct finding_site){
        .role = roles[hypothesis->mechanism],
        .count = hypothesis->count,
        .blame = hypothesis->function_share,
        .tag = hypothesis->tag,
        .python = hypothesis->python,
        .frame = hypothesis->frame,
        .alone = hypothesis->alone,
        .evidence = hypothesis->evidence,
    };
}

/* The likeliest functions, each with the likeliest that it may have done. */
static void
add_suspected(struct finding *finding, const struct tag_sum *sums, size_t count)
{
    const struct hypotheses *hypotheses = &finding->hypotheses;

    for (size_t i = 0;
         i < hypotheses->count && finding->site_count < SUSPECTED_MAX; i++) {
        const struct hypothesis *one = &hypotheses->items[i];
        struct finding_site site = site_of(one);

        if (i > 0 && one->function == one[-1].function) {
            continue;
        }
        if (finding->site_count > 0 && one->function_share < SHARE_MIN) {
            break;
        }
        for (size_t s = 0; s < count && one->alone == NULL; s++) {
            if (sums[s].tag == one->tag && site.role == ROLE_TAKEN) {
                site.count = sums[s].taken;
            }
            if (sums[s].tag == one->tag && site.role == ROLE_RELEASED) {
                site.count = sums[s].released;
            }
        }
        add_site(finding, site);
    }
}

static bool
is_among(const struct finding *finding, uint32_t tag, enum role role)
{
    for (size_t i = 0; i < finding->site_count; i++) {
        if (finding->sites[i].tag == tag && finding->sites[i].blame > 0 &&
            finding->sites[i].role == role) {
            return true;
        }
    }
    return false;
}

void
suspected_sites_add(const struct inputs *inputs, const struct suspect *suspect,
                    struct finding *finding)
{
    size_t count;
    struct tag_sum *sums = account_sum(inputs->ledger, suspect->accounts,
                                       suspect->account_count, &count);

    add_suspected(finding, sums, count);
    if (count > 0 && suspect->fall > 0 && finding->site_count == 0) {
        qsort(sums, count, sizeof *sums, compare_releases);
        put_end_last(inputs->stacks, sums, count);
    }
    else if (count > 0) {
        qsort(sums, count, sizeof *sums, compare_sums);
    }
    for (size_t s = 0; s < count && s < CONTEXT_MAX; s++) {
        struct finding_site site = { .tag = sums[s].tag,
                                     .python = sums[s].python };

        if (sums[s].taken > 0 && !is_among(finding, site.tag, ROLE_TAKEN)) {
            site.role = ROLE_TAKEN;
            site.count = sums[s].taken;
            add_site(finding, site);
        }
        if (sums[s].released > 0 &&
            !is_among(finding, site.tag, ROLE_RELEASED)) {
            site.role = ROLE_RELEASED;
            site.count = sums[s].released;
            add_site(finding, site);
        }
    }
    free(sums);
}

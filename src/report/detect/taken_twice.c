#include "report/detect/taken_twice.h"

#include <stdlib.h>
#include <string.h>

#include "report/evidence/account_sum.h"
#include "report/evidence/frame_twice.h"
#include "report/evidence/owners.h"
#include "report/finding/interpreters.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"

/* One bug: what the frame takes in the same place. */
static int
compare_bugs(const struct frame_twice *left, const struct frame_twice *right)
{
    if (left->type != right->type) {
        return left->type < right->type ? -1 : 1;
    }
    return (left->second_place > right->second_place) -
           (left->second_place < right->second_place);
}

static int
compare_twice(const void *a, const void *b)
{
    const struct frame_twice *left = (const struct frame_twice *)a;
    const struct frame_twice *right = (const struct frame_twice *)b;
    int order = compare_bugs(left, right);

    if (order == 0) {
        order = (left->first_place > right->first_place) -
                (left->first_place < right->first_place);
    }
    return order != 0 ? order
                      : (left->account > right->account) -
                            (left->account < right->account);
}

/* The code that made the frame comes first: mostly, it can be changed. */
static bool
in_interpreter(struct report *report, uint32_t tag)
{
    struct stack stack = { 0 };
    bool inside = false;

    stacks_fill(report->inputs.stacks, tag, &stack);
    if (stack.count > 0 && stack.frames[0].place->image != 0) {
        inside = ledger_image_is_interpreters(report->inputs.ledger,
                                              stack.frames[0].place->image);
    }
    stack_clear(&stack);
    return inside;
}

static int
compare_released(const void *a, const void *b)
{
    const struct tag_sum *left = (const struct tag_sum *)a;
    const struct tag_sum *right = (const struct tag_sum *)b;

    if (left->released != right->released) {
        return left->released < right->released ? 1 : -1;
    }
    return (left->tag > right->tag) - (left->tag < right->tag);
}

static int
compare_counts(const void *a, const void *b)
{
    const struct finding_site *left = (const struct finding_site *)a;
    const struct finding_site *right = (const struct finding_site *)b;

    return (left->count < right->count) - (left->count > right->count);
}

static void
add_site(struct finding *finding, struct finding_site site)
{
    finding->sites = (struct finding_site *)memory_room(
        finding->sites, finding->site_count, sizeof *finding->sites);
    finding->sites[finding->site_count++] = site;
}

/* Those that the code which made the frame took, a site for each place. */
static void
add_first_takings(struct finding *finding, const struct frame_twice *group,
                  size_t size)
{
    for (size_t start = 0, end; start < size; start = end) {
        struct finding_site site = { .role = ROLE_TAKEN,
                                     .blame = .5,
                                     .tag = group[start].first_tag,
                                     .python = group[start].first_python };

        for (end = start;
             end < size && group[end].first_place == group[start].first_place;
             end++) {
            site.count += group[end].first_taken;
        }
        site.blame *= (double)(end - start) / (double)size;
        add_site(finding, site);
    }
}

/* Each object counts at its own tags: unrolled loops have several sites. */
static void
add_takings(struct report *report, struct finding *finding,
            const struct frame_twice *group, size_t size)
{
    struct finding_site second = { .role = ROLE_TAKEN,
                                   .blame = .5,
                                   .tag = group[0].second_tag,
                                   .python = group[0].second_python };

    for (size_t i = 0; i < size; i++) {
        second.count += group[i].second_taken;
    }
    if (in_interpreter(report, group[0].first_tag) &&
        !in_interpreter(report, second.tag)) {
        add_site(finding, second);
        add_first_takings(finding, group, size);
        return;
    }
    add_first_takings(finding, group, size);
    qsort(finding->sites, finding->site_count, sizeof *finding->sites,
          compare_counts);
    add_site(finding, second);
}

/* Whether it happened at a call that took: where its frame was cleared. */
static bool
is_at_a_taking(const struct frame_twice *group, size_t size, uint32_t python)
{
    for (size_t i = 0; i < size; i++) {
        if (python != 0 && group[i].first_python == python) {
            return true;
        }
    }
    return false;
}

/* Moves to the front what may answer a taking: all of it if nothing is known.
 * Returns how many. */
static size_t
keep_answers(const struct frame_twice *group, size_t size, struct tag_sum *sums,
             size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (sums[i].released > 0 &&
            is_at_a_taking(group, size, sums[i].python)) {
            struct tag_sum sum = sums[kept];

            sums[kept++] = sums[i];
            sums[i] = sum;
        }
    }
    return kept == 0 ? count : kept;
}

/* The releases that answer one of the two: the largest, and its equals. */
static void
add_releases(struct finding *finding, const struct frame_twice *group,
             size_t size, struct tag_sum *sums, size_t count)
{
    count = keep_answers(group, size, sums, count);
    qsort(sums, count, sizeof *sums, compare_released);
    for (size_t i = 0; i < count && sums[i].released > 0; i++) {
        if (sums[i].released < sums[0].released / 2) {
            break;
        }
        add_site(finding, (struct finding_site){ .role = ROLE_RELEASED,
                                                 .count = sums[i].released,
                                                 .tag = sums[i].tag,
                                                 .python = sums[i].python });
    }
}

static void
add_finding(struct report *report, const struct unowned *unowned,
            const struct frame_twice *group, size_t size, bool *spoken_for)
{
    const struct ledger *ledger = report->inputs.ledger;
    uint32_t *accounts = (uint32_t *)memory_zeroed(size, sizeof *accounts);
    struct finding *finding;
    struct unowned_sum more;
    struct tag_sum *sums;
    size_t sum_count;

    report->findings = (struct finding *)memory_room(
        report->findings, report->finding_count, sizeof *report->findings);
    finding = &report->findings[report->finding_count++];
    *finding = (struct finding){
        .verdict = VERDICT_SURPLUS,
        .type = ledger_printable(ledger,
                                 ledger_type_at(ledger, group[0].type)->name),
        .objects = size,
        .taken_twice = true,
        .confidence = 1,
        .example = ledger_account_at(ledger, group[0].account)->object,
        .typical = group[size / 2].account,
    };
    for (size_t i = 0; i < size; i++) {
        accounts[i] = group[i].account;
        spoken_for[group[i].account] = true;
        finding->references += group[i].references;
    }
    finding->charge =
        charges_of(ledger, &(struct charged_objects){
                               accounts, size, finding->references, false });
    more = unowned_more_of(unowned, accounts, size, true);
    finding->recorded = size;
    finding->objects += more.objects;
    finding->references += more.references;
    finding->growth = growth_of_accounts(report->inputs.growth, accounts, size);
    interpreters_add_accounts(ledger, finding, accounts, size);
    sums = account_sum(ledger, accounts, size, &sum_count);
    owners_describe(&report->inputs, accounts, size, &finding->owners);
    add_takings(report, finding, group, size);
    add_releases(finding, group, size, sums, sum_count);
    free(sums);
    free(accounts);
}

/* The end of a group that starts there. */
static size_t
end_of_group(const struct frame_twice *found, size_t start, size_t count,
             uint64_t *again)
{
    size_t end = start;

    *again = 0;
    while (end < count && compare_bugs(&found[start], &found[end]) == 0) {
        *again += found[end++].again;
    }
    return end;
}

void
taken_twice_find(struct report *report, const struct unowned *unowned,
                 bool *spoken_for)
{
    uint32_t accounts = ledger_used(report->inputs.ledger, LEDGER_ACCOUNTS);
    struct frame_twice *found = NULL, twice;
    uint64_t again;
    size_t count = 0;

    for (uint32_t i = 1; i < accounts; i++) {
        if (frame_twice_find(&report->inputs, i, &twice)) {
            found =
                (struct frame_twice *)memory_room(found, count, sizeof *found);
            found[count++] = twice;
        }
    }
    if (count > 0) {
        qsort(found, count, sizeof *found, compare_twice);
    }
    for (size_t start = 0, end; start < count; start = end) {
        end = end_of_group(found, start, count, &again);
        if (again >= FRAME_TWICE_MIN) {
            add_finding(report, unowned, found + start, end - start,
                        spoken_for);
        }
    }
    free(found);
}

#include "report/render/render_text.h"

#include <inttypes.h>
#include <string.h>

#include "report/compare/coverage.h"
#include "report/finding/phrases.h"
#include "report/text/text.h"
#include "report/text/words.h"

static void
write_place(FILE *file, const struct report *report, uint32_t site)
{
    const struct place *place = symbols_site(report->inputs.symbols, site);

    if (site == 0) {
        fputs("?", file);
        return;
    }
    if (place->count > 0) {
        words_foreign(file, symbols_function(report->inputs.symbols,
                                             place->frames[0].function)
                                ->name);
        putc(' ', file);
    }
    fprintf(file, "(%s+0x%" PRIx64 ")",
            symbols_image_name(report->inputs.symbols, place->image),
            place->offset);
}

static void
write_changes(FILE *file, const struct report *report,
              const struct coverage *coverage)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;
    char seen[TEXT_NUMBER_BYTES], missed[TEXT_NUMBER_BYTES];
    uint64_t unseen = header->changes_missed + header->outside;
    double share = coverage_share(header) * 100;

    /* All of them is a claim: never round up to it. */
    if (unseen > 0 && share > 99.99) {
        share = 99.99;
    }
    if (header->changes_seen + unseen == 0) {
        fputs("  saw no reference count change\n", file);
    }
    else {
        fprintf(
            file, "  saw %.2f %% of %s reference count changes (%s missed)\n",
            share, text_number(seen, (int64_t)(header->changes_seen + unseen)),
            text_number(missed, (int64_t)header->changes_missed));
    }
    for (size_t i = 0; i < coverage->miss_count; i++) {
        const struct ledger_miss *miss =
            ledger_miss_at(ledger, coverage->misses[i]);

        fprintf(file, "    missed %+" PRId64 ", %s times, on ", miss->delta,
                text_number(missed, (int64_t)miss->times));
        phrase_string(file, ledger, ledger_type_at(ledger, miss->type)->name);
        fputs(" between ", file);
        write_place(file, report, miss->before_site);
        fputs(" and ", file);
        write_place(file, report, miss->after_site);
        putc('\n', file);
    }
    if (header->outside > 0) {
        fprintf(file, "  %s of them were not recorded\n",
                text_number(seen, (int64_t)header->outside));
    }
    if (header->own_locks > 0) {
        fprintf(file,
                "  %s interpreters had locks of their own: what is said of "
                "objects is of all of them together\n",
                text_number(seen, (int64_t)header->own_locks));
    }
}

/* Whatever was left out, in one line. */
static void
write_sampling(FILE *file, const struct ledger_header *header)
{
    uint64_t counted = header->thinned + header->unsampled;
    char some[TEXT_NUMBER_BYTES], all[TEXT_NUMBER_BYTES];
    char rested[TEXT_NUMBER_BYTES];

    if (counted + header->rested == 0 && header->births > 0) {
        fputs("  sampling: none, every object was recorded\n", file);
    }
    else if (counted + header->rested > 0) {
        text_number(some, (int64_t)header->births);
        text_number(all, (int64_t)(header->births + counted));
        text_number(rested, (int64_t)header->rested);
        fprintf(file,
                "  sampling: %s of %s objects have stacks, but for %s of "
                "their changes; the others are %s\n",
                some, all, rested,
                header->filter == 0 ? "counted" : "in no number here");
    }
    if (header->entries_dropped > 0) {
        fprintf(file, "  %s changes were counted without their stack\n",
                text_number(some, (int64_t)header->entries_dropped));
    }
    if (header->signatures_dropped > 0) {
        fprintf(file, "  %s balanced lives were not kept\n",
                text_number(some, (int64_t)header->signatures_dropped));
    }
}

/* What growth was judged by. */
static void
write_checkpoints(FILE *file, const struct ledger *ledger)
{
    uint32_t count = growth_checkpoints(ledger);
    uint64_t dropped = ledger->header->checkpoints_dropped;

    if (count == 0 && dropped == 0) {
        return;
    }
    fprintf(file, "  %" PRIu32 " checkpoint%s", count, words_plural(count));
    if (dropped > 0) {
        fprintf(file, ", and %" PRIu64 " for which no room was left", dropped);
    }
    putc('\n', file);
}

static void
write_silence(FILE *file, const struct report *report)
{
    char count[TEXT_NUMBER_BYTES];
    uint64_t silent = 0;
    bool first = true;

    for (uint32_t i = 0; i < SILENCE_KINDS; i++) {
        silent += report->silent[i];
    }
    if (silent == 0) {
        return;
    }
    fprintf(file, "  %s object%s alive at the end, but not reported:",
            text_number(count, (int64_t)silent),
            silent == 1 ? " was" : "s were");
    for (uint32_t i = 0; i < SILENCE_KINDS; i++) {
        if (report->silent[i] > 0) {
            fprintf(file, "%s\n    %s %s", first ? "" : ",",
                    text_number(count, (int64_t)report->silent[i]),
                    silence_text((enum silence)i));
            first = false;
        }
    }
    putc('\n', file);
}

/* None, small integers and built-in types are not made: they are there. */
static void
write_static(FILE *file, const struct report *report,
             const struct coverage *coverage)
{
    if (report->inputs.ledger->header->track == 0) {
        return;
    }
    fprintf(file, "  objects in static data were %s\n",
            coverage->tracks_static
                ? "tracked: None, small integers, built-in types"
                : "not tracked (REFTALLY_TRACK=...,static adds them)");
}

/* Was everything seen and kept, so that one line can say it? */
static bool
is_complete(const struct report *report, uint64_t *sites, uint32_t *images)
{
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_header *header = ledger->header;
    bool complete = header->changes_seen > 0 && header->changes_missed == 0 &&
                    header->outside == 0 && header->unsampled == 0 &&
                    header->stack_mode == LEDGER_STACK_FULL &&
                    header->checkpoints_dropped == 0 && ledger->repairs == 0;

    *sites = 0;
    *images = 0;
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        *sites += image->sites;
        *images += image->sites > 0;
        complete = complete && image->left_alone == 0 && image->refused == 0;
    }
    return complete;
}

static void
write_complete(FILE *file, const struct report *report, uint64_t sites,
               uint32_t images)
{
    char seen[TEXT_NUMBER_BYTES], patched[TEXT_NUMBER_BYTES];

    fprintf(
        file,
        "\ncoverage: complete, all %s changes at %s sites of %" PRIu32
        " image%s\n",
        text_number(seen, (int64_t)report->inputs.ledger->header->changes_seen),
        text_number(patched, (int64_t)sites), images, words_plural(images));
}

static void
write_all(FILE *file, const struct report *report,
          const struct coverage *coverage)
{
    fputs("\ncoverage\n", file);
    write_changes(file, report, coverage);
    render_text_images(file, report);
    write_static(file, report, coverage);
    write_sampling(file, report->inputs.ledger->header);
}

void
render_text_coverage(FILE *file, const struct report *report)
{
    struct coverage coverage;
    uint64_t sites;
    uint32_t images;

    coverage_build(&coverage, report);
    if (!report->explain && is_complete(report, &sites, &images)) {
        write_complete(file, report, sites, images);
        render_text_evaluators(file, report);
        render_text_audited(file, report->inputs.ledger->header);
        write_checkpoints(file, report->inputs.ledger);
        render_text_growth(file, report);
    }
    else {
        write_all(file, report, &coverage);
        render_text_evaluators(file, report);
        render_text_audited(file, report->inputs.ledger->header);
        write_checkpoints(file, report->inputs.ledger);
        render_text_growth(file, report);
        write_silence(file, report);
    }
    for (size_t i = 0; i < coverage.hints.count; i++) {
        fprintf(file, "hint: %s\n", coverage.hints.items[i]);
    }
    coverage_clear(&coverage);
}

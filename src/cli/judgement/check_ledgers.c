#include "cli/judgement/check_ledgers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/judgement/check_rules.h"
#include "cli/judgement/expectations.h"
#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "report/blame/analysis.h"
#include "report/input/ledger_load.h"
#include "report/run/judgement.h"
#include "report/text/text.h"
#include "report/text/words.h"

static void
check_finding(struct check *check, const char *path,
              const struct report *report, const struct finding *finding,
              const struct accused *accused)
{
    const struct accused *before = baseline_find(&check->baseline, accused);

    if (suppressions_match(&check->suppressions, accused) != NULL) {
        check->suppressed++;
        return;
    }
    baseline_add(&check->found, accused);
    if (before != NULL && accused->references <= before->references) {
        check->known++;
        return;
    }
    check->findings++;
    if (strcmp(accused->verdict, verdict_word(VERDICT_SURPLUS)) == 0) {
        check->surplus += accused->references;
    }
    else {
        check->others++;
    }
    check_print_finding(&check->print, path, report, finding, before);
}

static void
check_report(struct check *check, const char *path, const struct report *report)
{
    struct judgement judgement;

    judgement_build(&judgement, report);
    check->in_part += judgement.judged == JUDGED_IN_PART;
    check->not_judged += judgement.judged == JUDGED_NOT;
    check_print_judgement(&check->print, path, &judgement);
    judgement_clear(&judgement);
    for (size_t i = 0; i < report->finding_count; i++) {
        struct accused accused;

        accused_fill(&accused, &report->inputs, &report->findings[i]);
        check_finding(check, path, report, &report->findings[i], &accused);
        accused_clear(&accused);
    }
}

/* False when it cannot be read. */
static bool
check_ledger(struct check *check, const char *path)
{
    struct ledger ledger;
    struct report report;
    struct error error;

    progress_set("reading the ledger");
    if (!ledger_load(&ledger, path, &error)) {
        complain(0, "%s", error.text);
        return false;
    }
    analysis_build(&report, &ledger,
                   &(struct analysis){
                       .path = path,
                       .names = check->names,
                       .progress = progress_set,
                   });
    if (!expectations_apply(&report, NULL, &error)) {
        complain(0, "%s", error.text);
    }
    check_report(check, path, &report);
    report_clear(&report);
    ledger_close(&ledger);
    return true;
}

static int
write_found(const struct check *check, const char *path)
{
    FILE *file = fopen(path, "we");
    bool written = file != NULL && baseline_write(file, &check->found);

    if (file != NULL) {
        written = fclose(file) == 0 && written;
    }
    return written ? EXIT_CLEAN
                   : complain(EXIT_USAGE, "cannot write %s: %s", path,
                              strerror(errno));
}

static void
print_sum(const struct check *check, size_t unreadable)
{
    printf("%zu finding%s", check->findings, words_plural(check->findings));
    if (check->suppressed > 0) {
        printf(", %zu suppressed", check->suppressed);
    }
    if (check->known > 0) {
        printf(", %zu in the baseline", check->known);
    }
    if (check->in_part > 0) {
        printf(", %zu ledger%s judged in part", check->in_part,
               words_plural(check->in_part));
    }
    if (check->not_judged > 0) {
        printf(", %zu ledger%s not judged", check->not_judged,
               words_plural(check->not_judged));
    }
    if (unreadable > 0) {
        printf(", %zu ledger%s not read", unreadable, words_plural(unreadable));
    }
    if (check->surplus > 0) {
        char surplus[TEXT_NUMBER_BYTES], most[TEXT_NUMBER_BYTES];

        printf(", %s reference%s too many where %s %s allowed",
               text_number(surplus, (int64_t)check->surplus),
               words_plural(check->surplus),
               text_number(most, (int64_t)check->surplus_max),
               check->surplus_max == 1 ? "is" : "are");
    }
    putchar('\n');
}

int
check_ledgers(struct check *check, char **ledgers, const char *write_to)
{
    int status = EXIT_CLEAN;
    size_t unreadable = 0;

    progress_begin();
    for (; *ledgers != NULL; ledgers++) {
        if (!check_ledger(check, *ledgers)) {
            status = EXIT_UNREADABLE;
            unreadable++;
        }
    }
    progress_end();
    check_rules_review(&check->suppressions, check->suppressions_path);
    print_sum(check, unreadable);
    status = flush_output(status);
    if (write_to != NULL) {
        int written = write_found(check, write_to);

        return written != EXIT_CLEAN ? written : status;
    }
    if (status == EXIT_CLEAN &&
        (check->others > 0 || check->surplus > check->surplus_max)) {
        status = EXIT_FINDINGS;
    }
    if (status == EXIT_CLEAN &&
        (check->not_judged > 0 ||
         (check->in_part > 0 && !check->allow_partial))) {
        status = EXIT_NOT_JUDGED;
    }
    return status;
}

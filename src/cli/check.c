#include "cli/cli.h"

#include "cli/expectations.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/progress.h"
#include "report/blame/analysis.h"
#include "report/compare/baseline.h"
#include "report/compare/suppressions.h"
#include "report/input/ledger_load.h"
#include "report/run/judgement.h"
#include "report/text/memory.h"
#include "report/text/text_file.h"
#include "report/text/words.h"

static const size_t SUPPRESSIONS_BYTES_MAX = 1 << 20;

struct check {
    struct suppressions suppressions;
    const char *suppressions_path; /* NULL: none */
    struct baseline baseline;      /* of an earlier run */
    struct baseline found;         /* of this one */
    bool names;
    bool allow_partial;
    size_t in_part, not_judged; /* ledgers */
    uint64_t surplus_max;
    uint64_t surplus; /* references of findings that nobody knows of */
    size_t findings, others, suppressed, known; /* others: no surplus */
};

static void
print_finding(const char *path, const struct accused *accused,
              const struct accused *before)
{
    char *text = accused_text(accused), *place = accused_place(accused);

    words_foreign(stdout, path);
    printf(": %s: %s, %s", accused->verdict, text, place);
    if (before != NULL) {
        printf(", more than the %" PRIu64 " of the baseline",
               before->references);
    }
    putchar('\n');
    free(text);
    free(place);
}

static void
check_finding(struct check *check, const char *path,
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
    print_finding(path, accused, before);
}

static void
print_about(const char *path, const char *word, const char *text)
{
    words_foreign(stdout, path);
    printf(": %s", word);
    words_foreign(stdout, text);
    putchar('\n');
}

static void
print_judgement(const char *path, const struct judgement *judgement)
{
    char *line = judgement_line(judgement);

    print_about(path, "", line);
    for (size_t i = 0; i < judgement->gap_count; i++) {
        print_about(path,
                    judgement->judged == JUDGED_NOT ? "because " : "left out: ",
                    judgement->gaps[i].text);
    }
    if (judgement->next != NULL) {
        print_about(path, "next: ", judgement->next);
    }
    free(line);
}

static void
check_report(struct check *check, const char *path, const struct report *report)
{
    struct judgement judgement;

    judgement_build(&judgement, report);
    check->in_part += judgement.judged == JUDGED_IN_PART;
    check->not_judged += judgement.judged == JUDGED_NOT;
    print_judgement(path, &judgement);
    judgement_clear(&judgement);
    for (size_t i = 0; i < report->finding_count; i++) {
        struct accused accused;

        accused_fill(&accused, &report->inputs, &report->findings[i]);
        check_finding(check, path, &accused);
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

static bool
read_suppressions(struct check *check, struct error *error)
{
    const char *path = check->suppressions_path;
    char today[SUPPRESSION_DAY_BYTES] = "";
    time_t now = time(NULL);
    struct tm parts;
    size_t length;
    char *text;
    bool fine;

    if (path == NULL) {
        return true;
    }
    text = text_file_read(path, SUPPRESSIONS_BYTES_MAX, &length, error);
    if (text == NULL) {
        return false;
    }
    if (gmtime_r(&now, &parts) != NULL) {
        strftime(today, sizeof today, "%Y-%m-%d", &parts);
    }
    fine = suppressions_parse(&check->suppressions, path, text, today, error);
    free(text);
    return fine;
}

/* What somebody should look at in the file. */
static void
review_suppressions(const struct check *check)
{
    for (size_t i = 0; i < check->suppressions.count; i++) {
        const struct suppression *rule = &check->suppressions.items[i];

        if (rule->expired) {
            complain(0, "%s:%u: expired on %s and no longer applies",
                     check->suppressions_path, rule->line, rule->until);
        }
        else if (rule->used == 0) {
            complain(0, "%s:%u: suppressed nothing", check->suppressions_path,
                     rule->line);
        }
    }
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
print_sum(const struct check *check)
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
    if (check->surplus > 0) {
        printf(", %" PRIu64 " reference%s too many where %" PRIu64
               " %s allowed",
               check->surplus, words_plural(check->surplus), check->surplus_max,
               check->surplus_max == 1 ? "is" : "are");
    }
    putchar('\n');
}

static int
check_all(struct check *check, char **ledgers, const char *write_to)
{
    int status = EXIT_CLEAN;

    progress_begin();
    for (; *ledgers != NULL; ledgers++) {
        if (!check_ledger(check, *ledgers)) {
            status = EXIT_UNREADABLE;
        }
    }
    progress_end();
    review_suppressions(check);
    print_sum(check);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        status = complain(EXIT_UNREADABLE, "cannot write standard output");
    }
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

static bool
parse_count(const char *text, uint64_t *number)
{
    size_t length = strlen(text);

    if (length == 0 || length > 18 || strspn(text, "0123456789") != length) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return true;
}

static void
print_help(void)
{
    puts("Usage: reftally check [OPTION]... LEDGER...\n"
         "Prints one line for each finding, and fails if there is one that "
         "nobody knows of.\n\n"
         "  --max-surplus=N        allow so many references too many, of all "
         "ledgers; default 0\n"
         "  --suppressions=FILE    rules for findings that are known: words "
         "of a line are\n"
         "                         type=, function=, file=, image=, python= "
         "and verdict= with\n"
         "                         patterns, and until=YYYY-MM-DD; # starts a "
         "comment\n"
         "  --baseline=FILE        findings of an earlier run are known unless "
         "they grew\n"
         "  --write-baseline=FILE  write the findings there, and do not fail\n"
         "  --allow-partial        a run that was judged in part is good "
         "enough\n"
         "  --no-names             do not look for the names of functions\n"
         "  --help                 print this\n\n"
         "Exit status: 0 no finding, 1 findings, 2 usage, 3 a ledger that "
         "cannot be read,\n4 no finding, but not all was judged.");
}

int
command_check(int argc, char **argv)
{
    static const struct option options[] = {
        { "max-surplus", required_argument, NULL, 'm' },
        { "suppressions", required_argument, NULL, 's' },
        { "baseline", required_argument, NULL, 'b' },
        { "write-baseline", required_argument, NULL, 'w' },
        { "allow-partial", no_argument, NULL, 'p' },
        { "no-names", no_argument, NULL, 'n' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct check check = { .names = true };
    const char *baseline = NULL, *write_to = NULL;
    struct error error;
    int option, status;

    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (option) {
        case 'm':
            if (!parse_count(optarg, &check.surplus_max)) {
                return complain_usage("check",
                                      "--max-surplus is '%s', allowed is a "
                                      "number of references",
                                      optarg);
            }
            break;
        case 's':
            check.suppressions_path = optarg;
            break;
        case 'b':
            baseline = optarg;
            break;
        case 'w':
            write_to = optarg;
            break;
        case 'p':
            check.allow_partial = true;
            break;
        case 'n':
            check.names = false;
            break;
        case 'h':
            print_help();
            return EXIT_CLEAN;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind >= argc) {
        return complain_usage("check", "check needs a ledger");
    }
    if (!read_suppressions(&check, &error) ||
        (baseline != NULL &&
         !baseline_read(&check.baseline, baseline, &error))) {
        status = complain(EXIT_USAGE, "%s", error.text);
    }
    else {
        status = check_all(&check, argv + optind, write_to);
    }
    suppressions_clear(&check.suppressions);
    baseline_clear(&check.baseline);
    baseline_clear(&check.found);
    return status;
}

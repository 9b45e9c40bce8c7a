#include "cli/judgement/check_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding/headline.h"
#include "report/finding/lead.h"
#include "report/finding/mend.h"
#include "report/render/advice.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A runner takes these for ends; in properties two more. */
static void
write_workflow(const char *text, bool property)
{
    char *printable = text_printable(text, strlen(text));

    for (const char *at = printable; *at != '\0'; at++) {
        if (*at == '%' || (property && (*at == ':' || *at == ','))) {
            printf("%%%02X", (unsigned)*at);
        }
        else {
            putchar(*at);
        }
    }
    free(printable);
}

static void
print_about(const struct check_print *print, const char *path, const char *word,
            const char *text)
{
    if (print->format == CHECK_GITHUB) {
        fputs("::warning title=reftally::", stdout);
        write_workflow(path, false);
        printf(": %s", word);
        write_workflow(text, false);
    }
    else {
        words_foreign(stdout, path);
        printf(": %s", word);
        words_foreign(stdout, text);
    }
    putchar('\n');
}

void
check_print_judgement(const struct check_print *print, const char *path,
                      const struct judgement *judgement)
{
    char *line = judgement_line(judgement);

    if (print->format == CHECK_TEXT) {
        print_about(print, path, "", line);
    }
    for (size_t i = 0; i < judgement->gap_count; i++) {
        print_about(print, path,
                    judgement->judged == JUDGED_NOT ? "because " : "left out: ",
                    judgement->gaps[i].text);
    }
    if (judgement->next != NULL) {
        print_about(print, path, "next: ", judgement->next);
    }
    free(line);
}

static void
print_text(const char *path, const struct accused *accused,
           const struct accused *before)
{
    char *text = accused_text(accused), *place = accused_place(accused);

    words_foreign(stdout, path);
    printf(": %s: %s, %s", accused->verdict, text, place);
    if (before != NULL) {
        char references[TEXT_NUMBER_BYTES];

        printf(", more than the %s of the baseline",
               text_number(references, (int64_t)before->references));
    }
    putchar('\n');
    free(text);
    free(place);
}

/* "::error file=spam.c,line=7,title=...::what, and what to do" */
static void
print_github(const struct check_print *print, const struct report *report,
             const struct finding *finding, const struct accused *accused)
{
    struct lead lead;
    const struct lead_place *first;
    char *headline = headline_text(&report->inputs, finding);
    char *text = accused_text(accused);
    char *advice = advice_text(report, finding);
    char *mend = mending_said(&report->inputs, finding);

    lead_fill(&lead, &report->inputs, finding);
    first = lead_first(&lead);
    fputs("::error ", stdout);
    if (first->file != NULL) {
        const char *below = words_below(first->file, print->root);

        fputs("file=", stdout);
        write_workflow(below != NULL ? below : first->file, true);
        if (first->line != 0) {
            printf(",line=%" PRIu32, first->line);
        }
        putchar(',');
    }
    fputs("title=", stdout);
    write_workflow(text, true);
    fputs("::", stdout);
    write_workflow(headline, false);
    if (advice != NULL) {
        fputs(". Try: ", stdout);
        write_workflow(advice, false);
    }
    if (mend != NULL) {
        fputs(". Fix: ", stdout);
        write_workflow(mend, false);
    }
    putchar('\n');
    free(headline);
    free(text);
    free(advice);
    free(mend);
    lead_clear(&lead);
}

void
check_print_finding(const struct check_print *print, const char *path,
                    const struct report *report, const struct finding *finding,
                    const struct accused *before)
{
    struct accused accused;

    accused_fill(&accused, &report->inputs, finding);
    if (print->format == CHECK_GITHUB) {
        print_github(print, report, finding, &accused);
    }
    else {
        print_text(path, &accused, before);
    }
    accused_clear(&accused);
}

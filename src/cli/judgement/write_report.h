/*
 * write_report - reports of a ledger, as a user asks for them.
 */
#ifndef REFTALLY_CLI_JUDGEMENT_WRITE_REPORT_H
#define REFTALLY_CLI_JUDGEMENT_WRITE_REPORT_H

#include "cli/text/terminal.h"
#include "report/render/render.h"
#include "report/text/error.h"

/* Where a report goes. */
struct output {
    const struct render_format *format;
    const char *path; /* NULL: to `file` */
    FILE *file;
    bool may_follow_links; /* the user named this very file */
};

/* EXIT_CLEAN, or EXIT_USAGE after having said what is allowed. */
int choose_format(struct output *output, const char *command, const char *name);

/* How a report is made. */
struct report_options {
    bool names;
    bool explain;
    const char *root;   /* files below it are named from there, or NULL */
    const char *region; /* only what grows by its passes; may be NULL */
    const char *suppressions, *baseline; /* files with findings that are
                                            known; may be NULL */
    const char *expect;  /* file with expected owners; may be NULL */
    const char *type;    /* only findings of these types; may be NULL */
    const char *file;    /* only findings with a place there; may be NULL */
    size_t limit;        /* findings that a text shows; 0: as usual */
    const char *newborn; /* what is younger than this checkpoint, instead of
                            findings: see newborns_since; NULL: findings */
    const char *keep;    /* file name for what the report of a living process
                            is made from; may be NULL */
    bool no_pager;
    enum colour_choice colours;
    const char **sources; /* folders with source files; may be NULL */
    size_t source_count;
    char **line; /* for what judgement_line says, to be freed; may be NULL */
};

/* Reads one ledger and writes one report of it. */
int write_report(const char *ledger, const struct output *outputs, size_t count,
                 const struct report_options *options);

/*
 * Writes the reports that REFTALLY_REPORT asks for: FORMAT[:PATH] separated by
 * commas, or none; %p is the recorded process. Asked for what there is not, it
 * says so and writes what that setting has by default.
 */
int write_specified_reports(const char *specification, const char *ledger,
                            const struct report_options *options);

/* Whether it names formats that there are, as `option` was given it. */
bool check_specification(const char *option, const char *specification,
                         struct error *error);

#endif

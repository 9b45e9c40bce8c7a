/*
 * gap - one thing that was left out of the judgement of a run.
 */
#ifndef REFTALLY_REPORT_RUN_GAP_H
#define REFTALLY_REPORT_RUN_GAP_H

enum judged {
    JUDGED_WHOLE,
    JUDGED_IN_PART,
    JUDGED_NOT,
};

/* What was left out, and why. */
struct judgement_gap {
    enum judged left; /* what this gap alone leaves of the run */
    const char *kind; /* a word for programs */
    char *text;       /* a sentence without full stop */
    char *brief;      /* for the first line of a report, or NULL */
};

#endif

/*
 * finding - what a report says: made by analysis, printed by the renderers.
 */
#ifndef REFTALLY_REPORT_FINDING_FINDING_H
#define REFTALLY_REPORT_FINDING_FINDING_H

#include "report/evidence/charges.h"
#include "report/evidence/code/fates.h"
#include "report/evidence/growth.h"
#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"
#include "report/evidence/owners.h"
#include "report/symbols/source.h"
#include "report/symbols/stacks.h"

enum verdict {
    VERDICT_SURPLUS, /* references that nobody gave back */
    VERDICT_DEFICIT, /* released more often than taken */
    VERDICT_HELD,    /* every reference has an owner, and there are too many */
    VERDICT_CYCLE,   /* they own each other, and are not collected */
    VERDICT_KINDS
};

enum role {
    ROLE_TAKEN,
    ROLE_RELEASED,
    ROLE_OVERWROTE, /* a slot that held the object, without a release */
    ROLE_LET_GO,    /* disposes of its owner, and forgot it */
    ROLE_GAVE_AWAY, /* a reference that it did not take */
    ROLE_LEFT_OUT, /* hides from the collector what objects hold, or keeps it */
    ROLE_BORN,     /* nobody knows who took what stayed: where it is from */
};

/* One call site of a finding. */
struct finding_site {
    enum role role;
    uint64_t count;  /* references of all the finding's objects */
    double blame;    /* 0: belongs to the account, but is not suspected */
    uint32_t tag;    /* whole native stack */
    uint32_t python; /* Python node, 0: not recorded */
    size_t frame;    /* of that stack: the function that this is about */
    const struct place *alone; /* instead of a stack, when no call is known */
    struct evidence evidence;  /* when there is blame, and no other rule */
};

/* Others that a finding is about as well. */
struct finding_member {
    char *type;
    uint64_t objects;
    uint64_t references; /* too many; 0: they hang on its objects */
};

/* Of the objects, those that one of several interpreters made. */
struct finding_interpreter {
    uint64_t number; /* as Python numbers them */
    uint64_t objects;
};

struct finding {
    enum verdict verdict;
    char *type;          /* NULL: unknown */
    uint64_t objects;    /* 0: a program died of a fault, and none is known */
    uint64_t recorded;   /* of these, objects with stacks, to which the numbers
                          of the sites belong; 0: all */
    uint64_t references; /* too many, or too few */
    uint64_t healthy;    /* objects born alike whose lives balanced */
    uint64_t example;    /* address of one of the objects */
    uint32_t typical;    /* account of one, not the first */
    bool taken_twice;    /* in one frame, and released once */
    bool type_owed;      /* instances did not give their type back */
    bool adrift;         /* a cycle that could be collected, and nobody does */
    bool holds;          /* objects that may hold references themselves */
    bool by_harness;     /* a test runner keeps them, as it does of all tests */
    bool weak;           /* weak references, which hold nothing */
    double stored;       /* share of references that a container holds */
    double evidence;     /* 0: hardly anything points at anybody */
    double confidence;   /* share of the first site */
    struct growth_line growth;
    struct owner_summary owners;
    struct frame_charge charge; /* what frames left over, if any did */
    uint32_t owned;             /* record of the example, of a held finding */
    struct finding_member *members; /* the most first */
    size_t member_count;
    struct finding_interpreter *interpreters; /* by number; none: there is
                                                 only one, or one lock */
    size_t interpreter_count;
    char *why;       /* a sentence, or NULL */
    bool kept_alive; /* a cycle of what a binding keeps alive */
    char *unvisited; /* what a tp_traverse leaves out of its objects, or NULL */
    struct hypotheses hypotheses; /* likeliest first */
    struct finding_site *sites;   /* most likely culprit first */
    size_t site_count;
};

/* Alive at the end, yet no finding: by why not. */
enum silence {
    SILENCE_SETUP,     /* made while the interpreter or a module was set up */
    SILENCE_FEW,       /* fewer than a leak that repeats */
    SILENCE_STRAGGLER, /* nearly all objects born alike were given back */
    SILENCE_HELD,      /* held by something that is itself still alive */
    SILENCE_MISSED,    /* the audit missed changes of their type */
    SILENCE_OLDER,     /* existed before the recording began */
    SILENCE_NO_STACK,  /* nobody knows where they were born */
    SILENCE_STEADY,    /* their number stays, by the checkpoints */
    SILENCE_UNASKED,   /* the census cannot say who owns them */
    SILENCE_IN_USE,    /* by threads that went on behind the last census */
    SILENCE_KINDS
};

enum report_end {
    END_FINISHED,
    END_RUNNING,
    END_CUT_SHORT,
    END_STOPPED,
};

/* What a loop that ran once keeps most of, at the program's top level or in a
   function; objects 0: nothing. */
struct kept_by_loop {
    uint32_t type;    /* LEDGER_TYPES */
    uint32_t python;  /* LEDGER_PYTHON_NODES */
    uint64_t objects; /* alive, that were made alike and become more */
};

struct report {
    struct inputs inputs;
    bool explain;     /* the text says why */
    const char *root; /* files below it are named from there; NULL: none */
    bool colours;     /* the text is for a terminal that has them ... */
    unsigned columns; /* ... and so wide; 0: lines may have any length */
    size_t limit;     /* findings that the text has; 0: as many as usual */
    size_t left_out;  /* findings that nobody asked for ... */
    size_t known;     /* ... and that rules or an earlier report name */
    bool newborn;     /* not findings, but what is alive and younger ... */
    uint32_t newborn_since; /* ... than this checkpoint; 0: than the program */
    enum report_end end;
    struct finding *findings; /* heaviest first */
    size_t finding_count;
    uint64_t silent[SILENCE_KINDS]; /* objects */
    uint64_t alive;                 /* objects, in all */
    struct kept_by_loop kept_by_loop;
};

/*
 * The stack of a site, with the line to look at: of a reference that was given
 * to Py_BuildValue by the wrong letter, that of the call. Without a stack, the
 * functions of its place. Fills a zeroed or used
 * stack.
 */
void finding_stack(const struct inputs *inputs, const struct finding_site *site,
                   struct stack *stack);

/* Adds a site before the one with number `at`. */
void finding_put_site(struct finding *finding, struct finding_site site,
                      size_t at);

/* Frees what a finding has, not the finding. */
void finding_clear(struct finding *finding);

const char *verdict_word(enum verdict verdict);
/* What it means, as a sentence. */
const char *verdict_text(enum verdict verdict);
const char *role_word(enum role role);
const char *report_end_word(enum report_end end);
/* What a number of `silent` objects is about, as part of a sentence. */
const char *silence_text(enum silence silence);

#endif

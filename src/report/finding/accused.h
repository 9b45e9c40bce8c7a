/*
 * accused - a finding in names alone: what it is about, and the call site that
 * stands first.
 *
 * Names and not numbers, so that findings of two runs, or of two builds, can be
 * compared, and rules can be written down.
 */
#ifndef REFTALLY_REPORT_FINDING_ACCUSED_H
#define REFTALLY_REPORT_FINDING_ACCUSED_H

#include "report/finding/finding.h"

/* Printable texts; "" when unknown. */
struct accused {
    const char *verdict;
    char *type;
    char *function;
    char *file;  /* as the debug information has it */
    char *image; /* without its folder */
    char *python_function;
    char *python_file;
    char *own_function; /* of the line of Python to look at; "": none */
    char *own_file;
    uint32_t line, python_line, own_line; /* 0: unknown */
    uint64_t references;
    uint64_t objects;
};

void accused_fill(struct accused *accused, const struct inputs *inputs,
                  const struct finding *finding);
void accused_clear(struct accused *accused);

/*
 * Of objects of one type and birth: where they were born. `python`: the node of
 * that, 0 where it is not known.
 */
void accused_fill_birth(struct accused *accused, const struct inputs *inputs,
                        uint32_t type, uint32_t birth, uint32_t python);

/* Equal for the same type and place in another ledger; to be freed. */
char *accused_key(const struct accused *accused);

/*
 * The same leak? Lines and numbers do not matter, nor does a file's folder. Where
 * a line of Python is the one to look at, what the interpreter did for it does not
 * matter either, unless of one of them nobody knows that line.
 */
bool accused_is_same(const struct accused *a, const struct accused *b);

/* "spam.c:118 parse_pair (spam.so)", "app.py:8 in load" or what is known of it;
   to be freed. */
char *accused_place(const struct accused *accused);

/* "10 references too many to 10 list objects"; to be freed. */
char *accused_text(const struct accused *accused);

#endif

/*
 * words - pieces of a text report that several of its parts write.
 *
 * Whatever comes from a ledger or an ELF file is made printable here.
 */
#ifndef REFTALLY_REPORT_FINDING_WORDS_H
#define REFTALLY_REPORT_FINDING_WORDS_H

#include <stdio.h>

#include "report/finding/finding.h"

/* "s", but nothing for one. */
const char *words_plural(uint64_t count);

/* Source files are known by their last part; the JSON report has it all. */
const char *words_last_part(const char *path);

void words_foreign(FILE *file, const char *text);

/* "?" when it is unknown. */
void words_string(FILE *file, const struct ledger *ledger,
                  ledger_string string);

/* "typeobject.c:7587 slot_tp_hash (python3.11)", or what is known of it. */
void words_frame(FILE *file, const struct report *report,
                 const struct stack_frame *frame);

/* "10 references too many to 5 dict objects" */
void words_finding(FILE *file, const struct finding *finding);

/* "surplus, grows by 1 per call, r²=1.00" */
void words_verdict(FILE *file, const struct finding *finding);

/* "3 others, born alike, were given back." */
void words_healthy(FILE *file, const struct finding *finding);

/*
 * "indent  | i = 1;" and a line end, if the source is there to be quoted: of a
 * Python file, and of what a frame stands in.
 */
void words_source(FILE *file, const struct report *report, const char *indent,
                  const char *path, uint32_t line);
void words_frame_source(FILE *file, const struct report *report,
                        const char *indent, const struct stack_frame *frame);

/* The line of a frame, NULL if it is not to be quoted. */
const char *words_line(const struct report *report,
                       const struct stack_frame *frame);

#endif

/*
 * phrases - what texts say of a frame, a line, a finding.
 *
 * Whatever comes from a ledger or an ELF file is made printable here.
 */
#ifndef REFTALLY_REPORT_FINDING_PHRASES_H
#define REFTALLY_REPORT_FINDING_PHRASES_H

#include <stdio.h>

#include "report/finding/finding.h"

/* "?" when it is unknown. */
void phrase_string(FILE *file, const struct ledger *ledger,
                   ledger_string string);

/* "typeobject.c:7587 slot_tp_hash (python3.11)", or what is known of it. */
void phrase_frame(FILE *file, const struct inputs *inputs,
                  const struct stack_frame *frame);

/* Who has them that are held, or make a cycle. */
const char *phrase_of_holders(bool held);

/* Of a finding without an object. */
const char *phrase_of_fault(void);

/* "10 references too many to 5 dict objects" */
void phrase_finding(FILE *file, const struct finding *finding);

/* "surplus, grows by 1 per call, r²=1.00" */
void phrase_verdict(FILE *file, const struct finding *finding);

/* "3 others, born alike, were given back." */
void phrase_healthy(FILE *file, const struct finding *finding);

/*
 * "indent  | i = 1;" and a line end, if the source is there to be quoted: of a
 * Python file, and of what a frame stands in.
 */
void phrase_source(FILE *file, const struct inputs *inputs, const char *indent,
                   const char *path, uint32_t line);
void phrase_frame_source(FILE *file, const struct inputs *inputs,
                         const char *indent, const struct stack_frame *frame);

/* The line of a frame, NULL if it is not to be quoted. */
const char *phrase_line(const struct inputs *inputs,
                        const struct stack_frame *frame);

#endif

/*
 * render_text_stack - Python and native frames below a place of a text report.
 */
#ifndef REFTALLY_REPORT_RENDER_RENDER_TEXT_STACK_H
#define REFTALLY_REPORT_RENDER_RENDER_TEXT_STACK_H

#include <stdio.h>

#include "report/finding/finding.h"

/* "app.py:12 in load  CALL" */
void text_stack_python_place(FILE *file, const struct report *report,
                             uint32_t index);

/* The line of that node, if it may be quoted. */
void text_stack_python_source(FILE *file, const struct report *report,
                              uint32_t index, const char *indent);

/* So many of the frames that called that one. */
void text_stack_callers(FILE *file, const struct report *report, uint32_t index,
                        int frames, const char *indent);

/* So many frames, with the source of the first where there are several. */
void text_stack_python(FILE *file, const struct report *report, uint32_t index,
                       int frames, const char *indent);

/*
 * The way from the blamed function down to the change, and its callers up to
 * the evaluation of Python code, where the Python stack goes on.
 */
void text_stack_native(FILE *file, const struct report *report,
                       const struct stack *stack, size_t blamed,
                       const char *indent);

/* Whether what is evaluated there is a frame that was made from another one,
 * and by whom. */
void text_stack_shadow(FILE *file, const struct report *report,
                       const struct stack *stack, const char *indent);

/*
 * By which way out the function forgets it, if its code shows one that is not the
 * line of `shown`.
 */
void text_stack_forgotten(FILE *file, const struct report *report,
                          const struct fate *fate,
                          const struct stack_frame *shown, const char *indent);

#endif

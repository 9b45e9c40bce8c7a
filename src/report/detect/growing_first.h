/*
 * growing_first - which of the classes that hold each other, and grow, stands for
 * them all.
 */
#ifndef REFTALLY_REPORT_DETECT_GROWING_FIRST_H
#define REFTALLY_REPORT_DETECT_GROWING_FIRST_H

#include "report/detect/growing_class.h"

/*
 * One of the middle: the first may have been there before the class grew, and
 * the last may be at work. 0: there is none.
 */
uint32_t growing_example(const struct class *class);

/* Whether it was made as what a program makes once, and has. */
bool growing_is_table(const struct growing *growing, const struct class *class,
                      uint32_t record);

/*
 * The oldest of the web's classes that something else holds; where none is, of
 * those that carry one another in turn; NULL: there is none of these either.
 * Where several hold parts of the web, emptying one of them may free nothing:
 * they were made later, to hold what is the oldest of all. Sets `adrift` where
 * nothing leads to it, and nobody collects it.
 */
const struct class *growing_first(const struct growing *growing, size_t web,
                                  bool *adrift);

/* If it would be a cause, had not a loop at the program's top level made it, the
   Python position of that; else 0. */
uint32_t growing_loop(const struct growing *growing, const struct class *class);

#endif

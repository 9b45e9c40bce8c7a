/*
 * lent_made - who made objects that hold what nobody took for them.
 *
 * What an object holds its tp_dealloc gives back. Where nearly all that is
 * missing was released so, by one type, and a function made about as many
 * objects of that type as references are missing, and took none, that function
 * left out the takings: by what was counted, whatever its code looks like.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_MADE_H
#define REFTALLY_REPORT_BLAME_LENT_MADE_H

#include "report/detect/suspects.h"

/*
 * Of a suspect that lacks references. Where that is clear no others are left, who
 * were accused because of their code.
 */
void lent_made_argue(const struct inputs *inputs, const struct suspect *suspect,
                     struct hypotheses *hypotheses);

#endif

/*
 * nets - evidence by what each function kept of the references, compared with
 * what is too many, and by where on the way to the takings it stands.
 */
#ifndef REFTALLY_REPORT_BLAME_NETS_H
#define REFTALLY_REPORT_BLAME_NETS_H

#include "report/blame/suspicion.h"
#include "report/detect/verdict.h"
#include "report/evidence/conservation.h"
#include "report/evidence/hypothesis.h"

/* Adds the functions that took references, or called what took them. */
void nets_argue(const struct blame_sources *sources,
                const struct conservation *conservation,
                const struct suspect *suspect, struct hypotheses *hypotheses);

/*
 * What is known of all that are suspected, whatever source brought them up: the
 * last to be asked. `growth`: references that are too many.
 */
void facts_argue(const struct blame_sources *sources,
                 const struct conservation *conservation, double growth,
                 struct hypotheses *hypotheses);

#endif

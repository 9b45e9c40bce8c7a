/*
 * lent_search - who gives away what it has not, by the code of whole images.
 */
#ifndef REFTALLY_REPORT_BLAME_LENT_SEARCH_H
#define REFTALLY_REPORT_BLAME_LENT_SEARCH_H

#include "report/evidence/code/lenders.h"
#include "report/evidence/code/statics.h"
#include "report/evidence/hypothesis.h"
#include "report/evidence/inputs.h"

struct lent_search {
    const struct inputs *inputs;
    const struct static_object *object; /* NULL: wanted is what is from: */
    enum lender_source source;
    const char *equals;            /* the object that it is to be; NULL: any */
    struct hypotheses *hypotheses; /* who is found is added to them */
};

void lent_search_image(const struct lent_search *search, uint32_t image);

/* All modules; nobody is left where there is too much code to read. */
void lent_search_images(const struct lent_search *search);

#endif

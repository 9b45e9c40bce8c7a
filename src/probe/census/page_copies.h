/*
 * page_copies - words of memory that may not be there, read page by page.
 *
 * The kernel is asked once for a page and not for each word. What is read is as
 * old as the search that it is read for.
 */
#ifndef REFTALLY_PROBE_CENSUS_PAGE_COPIES_H
#define REFTALLY_PROBE_CENSUS_PAGE_COPIES_H

#include <stdbool.h>
#include <stdint.h>

/* None is known. False: there is no memory for them. */
bool page_copies_open(void);
void page_copies_close(void);

/* False: it is not there, or nobody knows. */
bool page_copies_word(uint64_t address, uint64_t *word);

#endif

/*
 * thinning - fewer births of classes whose objects always die.
 *
 * A class is a type, a site and a Python position. As long as more of its
 * objects live than ever before, all its births are recorded; when that has
 * not been so for thousands of births, only 1 in 2, in 4, ... is. The lives
 * that are recorded are complete. An object stands for as many as account.
 * sampling says, and counts as much when it stays alive: that ends the thinning
 * of its class.
 */
#ifndef REFTALLY_PROBE_ADMISSION_THINNING_H
#define REFTALLY_PROBE_ADMISSION_THINNING_H

#include <stdbool.h>
#include <stdint.h>

enum { THINNING_SHIFT_MAX = 6 };

/* When it was not asked for, every birth is kept. */
bool thinning_init(void);

/* What is born alike; NULL: thinning is off, or there are too many classes. */
struct birth_class;
struct birth_class *thinning_class(uint32_t type, uint32_t site,
                                   uint64_t position);

/* Whether this birth is recorded. */
bool thinning_keeps(struct birth_class *births);

/*
 * The same for what was born alike lately, by the address of the type. False:
 * it must be asked for by thinning_class and thinning_keeps.
 */
bool thinning_leaves_out(uint64_t type, uint32_t site, uint64_t position);
void thinning_remember(struct birth_class *births, uint64_t type, uint32_t site,
                       uint64_t position);

/* Its account was opened, its account will be closed. */
void thinning_born(struct birth_class *births, uint32_t account);
void thinning_gone(uint32_t account);

#endif

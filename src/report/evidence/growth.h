/*
 * growth - how objects, or references to some, developed over the checkpoints.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_GROWTH_H
#define REFTALLY_REPORT_EVIDENCE_GROWTH_H

#include "ledger/reader.h"
#include "report/evidence/growth_line.h"

/* How many there are; one that was cut short does not count. */
uint32_t growth_checkpoints(const struct ledger *ledger);

struct growth;

/*
 * The checkpoints of a ledger, which must outlive them. With a region, only
 * what happens while the program passes through it counts; NULL: everything
 * does.
 */
struct growth *growth_create(const struct ledger *ledger, const char *region);
void growth_free(struct growth *growth);

/* Was it born in one of the passes through the region? */
bool growth_was_born_inside(const struct growth *growth, uint64_t serial);

/* The numbers that a line is made of: checkpoints, or passes and one more. */
size_t growth_points(const struct growth *growth);

/* Whether it is by the passes through a region, which do the same each time. */
bool growth_is_by_region(const struct growth *growth);

/* How often the program passed through a region from begin to end. */
uint32_t growth_passes(const struct ledger *ledger, const char *region);

/* Of the references to all objects that are born like one of these accounts. */
struct growth_line growth_of_accounts(struct growth *growth,
                                      const uint32_t *accounts, size_t count);

/* An object that was born in a pass through the region, and stayed. */
struct growth_left {
    uint64_t serial; /* of its account */
    uint32_t type, birth;
    int64_t references;
};

/*
 * Of these objects by themselves, unless those born alike did not become more:
 * then each took the place of another.
 */
struct growth_line growth_of_left(struct growth *growth,
                                  const struct growth_left *left, size_t count);

/*
 * Of how many objects a class has that were seen being born: a name that is
 * used more and more becomes no more. Where nobody asked for
 * checkpoints, by the library's own moments: GROWTH_LINEAR or GROWTH_UNKNOWN.
 */
struct growth_line growth_of_class(struct growth *growth, uint32_t type,
                                   uint32_t birth);

/* The same of several, which differ. */
struct growth_line growth_of_births(struct growth *growth, uint32_t type,
                                    const struct growth_birth *births,
                                    size_t count);

/* Whether that is told of each kind by itself: by the moments. */
bool growth_is_by_kind(const struct growth *growth);

/* Whether there were ten at least at one of the library's own moments. */
bool growth_had_many(const struct growth *growth, uint32_t type,
                     uint32_t birth);

#endif

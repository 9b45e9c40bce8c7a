/*
 * expect - rules about which owners of which objects are in order.
 *
 *     # TYPE      OWNER                  KEY
 *     *.Tensor    frame
 *     *.Tensor    torch.fx.node.Node.meta  val
 *
 * A line is a rule: patterns as of the shell for the type of an object, for its
 * owner, and for the place in that, which may be left out. An owner is known by
 * its type, by its own name, by what kind of thing it is (frame, static, stack,
 * block, interpreter), and, if it is an attribute of something, by the type or
 * name of that, a dot, and the attribute. What stands in an object's __dict__
 * belongs to the object.
 *
 * A type that a rule names is watched: other owners than these are findings.
 * Below a line "@between FIRST, SECOND" rules are about what was born between
 * two checkpoints (expect_span.h), below "@always" about everything again.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_EXPECT_H
#define REFTALLY_REPORT_EVIDENCE_EXPECT_H

#include <stdbool.h>

#include "ledger/reader.h"
#include "report/text/error.h"

struct symbols;
struct expect;

/*
 * NULL: `error` names the line of `text`, what is wrong and what is allowed.
 * `name` is the file's.
 */
struct expect *expect_parse(const char *name, const char *text,
                            struct error *error);
void expect_free(struct expect *rules);

/* The label of a checkpoint that the program never passed, or NULL. */
const char *expect_missing(const struct expect *rules,
                           const struct ledger *ledger);

/* Is a rule about this object? */
bool expect_watches(const struct expect *rules, const struct ledger *ledger,
                    const struct ledger_owned *owned);

/* The first owner that no rule expects; NULL: all are in order. */
const struct ledger_owner *expect_unexpected(const struct expect *rules,
                                             const struct ledger *ledger,
                                             const struct ledger_owned *owned);

/* A sentence about it, to be freed. `symbols` may be NULL. */
char *expect_complaint(const struct ledger *ledger, struct symbols *symbols,
                       const struct ledger_owner *owner);

#endif

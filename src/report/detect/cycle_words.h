/*
 * cycle_words - why the collector let objects live that own each other.
 */
#ifndef REFTALLY_REPORT_DETECT_CYCLE_WORDS_H
#define REFTALLY_REPORT_DETECT_CYCLE_WORDS_H

#include "report/detect/cycle_graph.h"
#include "report/evidence/type_functions.h"

/* By a binding, which has it in a table of its own. */
bool cycle_words_kept_alive(const struct ledger *ledger,
                            const struct ledger_owner *left_out);

/* What an incomplete tp_traverse does not visit, by its owner; to be freed. */
char *cycle_words_unvisited(const struct ledger *ledger,
                            const struct ledger_owner *left_out);

/* What objects without a tp_traverse hold in memory of C, and where; to be
   freed. */
char *cycle_words_unseen(const struct ledger *ledger,
                         const struct ledger_owner *left_out, uint32_t type);

/* A sentence about objects of a type; `unvisited` may be NULL, and is what is
   unseen where there is no tp_traverse. To be freed. */
char *cycle_words_why(const char *type, enum cycle_culprit culprit,
                      const char *unvisited,
                      const struct type_functions *functions);

#endif

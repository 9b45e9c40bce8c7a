/*
 * overdrawn - objects that more objects hold than they have references.
 *
 * The collector relies on it that whoever visits an object holds a reference
 * to it. Where the last census found more of those, somebody released for
 * another; such an account stays in the ledger when its object dies, which is
 * too early.
 */
#ifndef REFTALLY_REPORT_DETECT_OVERDRAWN_H
#define REFTALLY_REPORT_DETECT_OVERDRAWN_H

#include "report/detect/suspects.h"
#include "report/evidence/unowned.h"

/* Its object is dead, and was judged to have died too early. */
bool overdrawn_is_gone(const struct ledger_account *account);

/*
 * Rule 12. What was released when it was dead proves itself; what a census says
 * counts only if the process could be `asked` at its end.
 */
void overdrawn_suspects(const struct inputs *inputs,
                        const struct unowned *unowned, bool asked,
                        const bool *spoken_for, struct suspects *suspects);

#endif

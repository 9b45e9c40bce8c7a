/*
 * way - how a Python programmer writes the way from a root to an object.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_WAY_H
#define REFTALLY_REPORT_EVIDENCE_WAY_H

#include "report/symbols/symbols.h"

/*
 * "app.CACHE['k'][3].attr", "closure cell 'x' of app.f", "generator frame at
 * app.py:12", "static cache (spam.so)" ...: where the owner holds an object.
 * `symbols` may be NULL: variables then are numbers. To be freed.
 */
char *way_text(const struct ledger *ledger, struct symbols *symbols,
               const struct ledger_owner *owner);

/* The word for what holds something: "object", "frame", "static" ... */
const char *way_kind_word(uint32_t kind);

#endif

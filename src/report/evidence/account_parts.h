/*
 * account_parts - an account as blame sees it: one part for each place where
 * references were taken or released.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_ACCOUNT_PARTS_H
#define REFTALLY_REPORT_EVIDENCE_ACCOUNT_PARTS_H

#include "report/symbols/stacks.h"

/*
 * Accounts of hot objects may have thousands of tags; this many decide. Of what
 * was followed through a few passes the leak may have as few changes as any.
 */
enum { PARTS_DECIDE = 512, PARTS_MAX = 2048 };

struct part {
    uint32_t tag;
    uint32_t python;
    bool birth;
    double step; /* references that one change takes */
    double net;  /* positive: suspected */
    double taken, released;
    struct stack stack;
};

struct parts {
    uint32_t account;
    struct part items[PARTS_MAX];
    size_t count;
};

/*
 * References that one change of the entry moves: compilers make one change of
 * two increments that stand together.
 */
double parts_step(const struct ledger *ledger,
                  const struct ledger_entry *entry);

/* `parts` is zeroed. */
void parts_fill(struct parts *parts, const struct ledger *ledger,
                struct stacks *stacks, uint32_t account);
void parts_clear(struct parts *parts);

#endif

#include "report/blame/place_change.h"

/* From this chance on a taking is thought to be that of a container. */
static const double STORED_SHARE_MIN = .5;

/* What a container takes is given back when it dies, wherever that is. */
static double
net_of(const struct blame_sources *sources, const struct place_change *change)
{
    double net = 0;

    if (settling_stored(sources->settling, false, &change->stack) <
        STORED_SHARE_MIN) {
        net += change->entry->taken;
    }
    if (!change->disposed) {
        net -= change->entry->released;
    }
    return net;
}

void
place_change_fill(const struct blame_sources *sources,
                  const struct ledger_entry *entry, struct place_change *change)
{
    change->entry = entry;
    stacks_fill(sources->stacks, entry->tag, &change->stack);
    change->python = entry->python != 0 ? entry->python : change->stack.python;
    change->native = stack_native(&change->stack);
    change->disposed =
        stack_disposed(sources->symbols, &change->stack, change->native);
    change->net = net_of(sources, change);
}

void
place_change_credit(const struct place_change *released, size_t frame,
                    double score, const struct fate_lent *lent,
                    struct candidates *candidates)
{
    struct candidate *candidate =
        candidates_of(candidates, released->stack.frames[frame].function);

    candidate->score += score;
    if (score > candidate->best) {
        candidate->best = score;
        candidate->tag = released->entry->tag;
        candidate->python = released->python;
        candidate->frame = lent != NULL ? lent->place_frame : frame;
        candidate->alone = lent != NULL ? lent->place : NULL;
        candidate->evidence = (struct evidence){ .reached = 1, .settles = 1 };
    }
}

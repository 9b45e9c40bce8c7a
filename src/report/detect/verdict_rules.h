/*
 * verdict_rules - what makes an object that outlived the process suspicious.
 *
 * Without knowing who owns what, an object that is alive after the
 * interpreter has finalized is only a hint: programs and extension modules
 * keep objects in static variables, and the interpreter keeps some of its own.
 * What tells a leak from these is that it repeats. A report that blames the
 * wrong line is worse than none, so the rules prefer silence:
 *
 *  1. Objects count as a group when they have the same type and the same
 *     innermost functions above the allocator at birth. A group is suspicious
 *     from GROUP_OBJECTS_MIN objects.
 *  2. An object alone is suspicious when its references have grown by at least
 *     REFERENCES_MIN and one place took two fifths of them, or a census says
 *     so: who takes a reference too many may be called from anywhere. An object
 *     older than the recording (None, small integers, types) is shared by the
 *     whole program, and needs ADOPTED_MIN and ADOPTED_SHARE of its changes;
 *     one that was made with a count that never ends is not judged.
 *  3. What happens while modules or the interpreter are set up happens once.
 *     Objects that an import made, and interned strings, stay in moderate
 *     numbers: up to KEPT_MAX.
 *  4. The references that a type holds for its living instances are theirs.
 *  5. What the audit missed could explain it: changes of that type that nobody
 *     saw are at least half of the difference.
 *  6. A group nearly all of whose kind was given back is stragglers.
 *  7. Where a census knows the owners, an object whose references all have one
 *     is no surplus, whatever else speaks against it; OBJECTS_UNOWNED without
 *     one are enough for a group, REFERENCES_UNOWNED for an object alone, and
 *     OBJECTS_UNOWNED if they become more with each pass through a region.
 *  8. A group that grows in a straight line over CHECKPOINTS_MIN checkpoints
 *     or more is a leak: OBJECTS_UNOWNED are enough, and a pointer that may be
 *     left over is no owner, unless it is told of them that such memory holds
 *     them (held). One that stopped growing is none, unless it lacks owners.
 *  9. Objects born alike share a fate: where OBJECTS_UNOWNED of a group lack
 *     owners for certain, such a pointer is no owner of the others either.
 * 10. Memory can be lost together with the objects that it owns: OBJECTS_LOST
 *     of a group to which no root leads, and which only memory of an unknown
 *     kind points at, are a leak.
 * 11. An object older than the recording whose references become fewer in a
 *     straight line, with each call of the same, by ADOPTED_MIN or more, may be
 *     one that a container lets go of. It was released too often if pointers to
 *     it are left without a count: at least as many as fell, and those at least
 *     one in FALL_SHARE; and if deficit.h finds who did it.
 * 12. An object that more objects hold, by what their tp_traverse visits, than
 *     it has references was released too often (of a type without the collector's
 *     flag: as items of lists, tuples and dictionaries): OBJECTS_UNOWNED of a
 *     group, or REFERENCES_UNOWNED of one; and if deficit.h finds who did it, or
 *     it was REFERENCES_MIN times. So was one that somebody released when it was
 *     dead: once is enough.
 * 13. Where a census was wanted and did not come to its end, most of what seems
 *     too many has owners that it did not get to: only what grows by rule 8 is
 *     told, and what is older than the recording.
 * 14. An object in static data has a surplus like any other, where the census
 *     counted what it began with: REFERENCES_UNOWNED, or REFERENCES_MIN where
 *     less than one in STACKS_SHARE of it has a stack. Nobody saw the changes of
 *     one that is only counted, each module of a package may hold it in C, and
 *     thousands own None: there REFERENCES_MIN, and half as many as have owners,
 *     must lack one, or, where its count rose to the end, about as many as are left
 *     of it when the interpreter has let go of all, or as were seen to be taken and
 *     not given back before that; and something must point at it,
 *     or it must have begun as objects in data do: else it may be a number before
 *     a pointer to a type. It
 *     was released too often by as many as its owners are more than its count,
 *     or as it has less than it began with; if deficit.h or lent.h finds who did
 *     it, or the program died of it, or these are one in MUCH_SHARE of its
 *     owners. Fewer that lack an owner are told of where
 *     the code of one function, and of no other, shows that it keeps such
 *     (kept.h). Where nobody saw the changes, some pointers
 *     to None prove to be copies that nobody counts: there it must be
 *     REFERENCES_MIN and one in ADOPTED_SHARE of the owners that may be such,
 *     which items of lists, tuples and dictionaries are not. One that was
 *     followed must have gained one in ADOPTED_SHARE of its changes. Where the
 *     recording began later, what it had then is no measure of too few.
 * 15. Threads may go on behind the last census, until the interpreter stops
 *     them in whatever they do. A group that was born there, of a class that had
 *     many objects before, is no leak if each of those had its owners: what
 *     the others hold is in use.
 * 16. An object in static data that was followed, whose references become more
 *     in a straight line with each pass through a region, by OBJECTS_BY_PASSES
 *     or more, is judged though they are few among its changes: it is told of if
 *     somebody who took as many is likelier than all others together.
 * 17. What outlived all that held it when the interpreter let go of all, objects
 *     of a module's types, with as many references as before, has lost these:
 *     its owners did not give them back, whatever the census said of them.
 */
#ifndef REFTALLY_REPORT_DETECT_VERDICT_RULES_H
#define REFTALLY_REPORT_DETECT_VERDICT_RULES_H

#include "report/detect/suspects.h"
#include "report/evidence/healthy.h"
#include "report/evidence/unowned.h"

enum {
    GROUP_OBJECTS_MIN = 10,
    REFERENCES_MIN = 100,
    OBJECTS_UNOWNED = 5,
    OBJECTS_BY_PASSES = 4, /* that a region made: one pass may miss one */
    REFERENCES_UNOWNED = 10,
    OBJECTS_LOST = 100,
    CHECKPOINTS_MIN = 5,
    KEPT_MAX = 1000,
    ADOPTED_MIN = 1000,
    ADOPTED_SHARE = 100, /* at least one in this many changes */
    UNSEEN_SHARE = 2,    /* of those that have one */
    LEFT_SHARE = 10,  /* of a surplus, by which two counts of it may differ */
    TAKEN_SHARE = 4,  /* the same, where others took and gave back meanwhile */
    SEEN_SHARE = 8,   /* a rise may be half over before anybody looks: one in so
                        many of a surplus, ... */
    SEEN_MIN = 50,    /* ... and so many */
    MUCH_SHARE = 20,  /* no copies of pointers are as many */
    STACKS_SHARE = 2, /* of a surplus, that somebody with a stack took */
    FALL_SHARE = 2,   /* static data never counts what it points at */
    STRAGGLERS_MAX = 1000,
    STRAGGLER_SHARE = 200, /* at most one in this many objects */
};

/* An object that outlived the process. */
struct member {
    uint64_t birthplace;
    uint32_t type;
    uint32_t account;
    uint64_t serial;
    bool unowned; /* a census found no owner for some of its references */
};

/* Objects like these members that are only counted. */
size_t verdict_more(const struct unowned *unowned, const struct member *members,
                    size_t count);

/*
 * Rules 3 and 6 to 10. Where they make no group, returns how many members lack
 * owners; these stand first then, and are to be judged alone.
 */
size_t verdict_group(struct report *report, const struct healthy *healthy,
                     const struct unowned *unowned, bool *spoken_for,
                     struct member *members, size_t count,
                     struct suspects *suspects);

/*
 * What an object in static data had when the recording began is what nobody had
 * taken: later, much of it is others'.
 */
bool verdict_saw_beginning(const struct report *report);

/* Rule 14, by what the census found of an object in static data. */
bool verdict_static(const struct report *report, const struct unowned *unowned,
                    uint32_t index, struct suspects *suspects);

/*
 * Rules 2, 4, 5, 7, 11 and 16. `living`: how many objects of each type are alive,
 * `index`: of the account.
 */
void verdict_alone(struct report *report, const uint64_t *living,
                   const struct unowned *unowned, uint32_t index,
                   struct suspects *suspects);

#endif

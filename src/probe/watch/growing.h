/*
 * growing - which objects become more, or are taken more and more often.
 *
 * Now and then all that lives is counted by its kind, or, where there are no
 * kinds, by the place of its birth; what grows from one count to the next is
 * worth a closer look. An object that has
 * many references stands for itself.
 */
#ifndef REFTALLY_PROBE_WATCH_GROWING_H
#define REFTALLY_PROBE_WATCH_GROWING_H

#include <stdbool.h>
#include <stdint.h>

/* Objects that were born alike, or one object. */
struct kind {
    uint32_t key; /* growing_key, or the account; 0: none */
    bool alone;   /* it is an account */
};

/* What the object of the account shares with those that were born alike. */
uint32_t growing_key(uint32_t account);

/* The next that is born alike shall have an account. */
void growing_ask(struct kind kind);

/* Whether there are accounts enough, and not too many. */
bool growing_can_count(void);

/* Whether anything grows, or it is time to count anew. */
bool growing_is_pending(int64_t now_ns);

/*
 * Whether anything grows. If asked to, counts anew, unless that took too much
 * of the time already.
 */
bool growing_survey(bool anew, int64_t now_ns);

/*
 * One that has long grown and was seldom picked, and that may be picked; none if
 * nothing grows.
 */
struct kind growing_pick(bool alone, bool (*may)(struct kind kind));

/* The n-th of those that grow, counted around; none if nothing grows. */
struct kind growing_at(uint32_t n);

/* Whether a slot was found that holds one: kinds without are left out soon. */
void growing_tell(struct kind kind, bool found);

/* It is not to be picked again. */
void growing_leave_out(struct kind kind);

/* How often it was picked. */
uint32_t growing_picked(struct kind kind);

/* A forked child has objects and accounts of its own. */
void growing_forget(void);

#endif

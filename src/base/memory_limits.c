#include "base/memory_limits.h"

#include "base/system.h"

#include <errno.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/syscall.h>

/*
 * Only the soft limit is enforced. The hard one is raised once, by more than
 * can be mapped: a process without privileges cannot raise it again.
 */
static const uint64_t HARD_SHARE = (uint64_t)1 << 47;

/* `set` is what the kernel was given for what was asked. */
static struct memory_limit {
    int resource;
    bool raised;
    struct rlimit asked, set;
} limits[] = { { .resource = RLIMIT_AS }, { .resource = RLIMIT_DATA } };

enum { LIMITS = sizeof limits / sizeof *limits };

static struct memory_limit *
limit_of(int resource)
{
    for (unsigned i = 0; i < LIMITS; i++) {
        if (limits[i].resource == resource) {
            return &limits[i];
        }
    }
    return NULL;
}

static int64_t
ask_kernel(uint64_t process, int resource, const struct rlimit *new,
           struct rlimit *old)
{
    return SYSTEM(SYS_prlimit64, process, (uint64_t)resource,
                  SYSTEM_ADDRESS(new), SYSTEM_ADDRESS(old));
}

static bool
is_same(const struct rlimit *one, const struct rlimit *other)
{
    return one->rlim_cur == other->rlim_cur && one->rlim_max == other->rlim_max;
}

/* Somebody else may have set another limit since. */
static bool
is_in_force(const struct memory_limit *limit)
{
    struct rlimit now;

    return limit->raised && ask_kernel(0, limit->resource, NULL, &now) == 0 &&
           is_same(&now, &limit->set);
}

/* Without end stays without end. */
static rlim_t
sum(rlim_t limit, uint64_t more)
{
    return limit == RLIM_INFINITY          ? limit
           : limit >= RLIM_INFINITY - more ? RLIM_INFINITY - 1
                                           : limit + more;
}

/* What the kernel would answer if there were no share on top. */
static int64_t
refusal(int resource, const struct rlimit *asked, const struct rlimit *now)
{
    struct rlimit shown = *now;

    memory_limits_show(resource, &shown);
    if (asked->rlim_cur > asked->rlim_max) {
        return -EINVAL;
    }
    return asked->rlim_max > shown.rlim_max && !system_may(CAP_SYS_RESOURCE)
               ? -EPERM
               : 0;
}

bool
memory_limits_know(int resource)
{
    return limit_of(resource) != NULL;
}

bool
memory_limits_are_raised(void)
{
    return limits[0].raised || limits[1].raised;
}

int64_t
memory_limits_set(int resource, const struct rlimit *asked, uint64_t ours)
{
    struct memory_limit *limit = limit_of(resource);
    struct rlimit now, set = {
        .rlim_cur = sum(asked->rlim_cur, ours),
        .rlim_max = sum(asked->rlim_max, HARD_SHARE),
    };
    int64_t result = ask_kernel(0, resource, NULL, &now);

    if (result == 0) {
        result = refusal(resource, asked, &now);
    }
    if (result != 0) {
        return result;
    }
    result = ask_kernel(0, resource, &set, NULL);
    if (result == -EPERM) { /* an earlier hard limit leaves less room */
        set.rlim_max = now.rlim_max;
        set.rlim_cur =
            set.rlim_cur < set.rlim_max ? set.rlim_cur : set.rlim_max;
        result = ask_kernel(0, resource, &set, NULL);
    }
    if (result == 0) {
        limit->asked = *asked;
        limit->set = set;
        limit->raised = !is_same(asked, &set);
    }
    return result;
}

void
memory_limits_show(int resource, struct rlimit *shown)
{
    const struct memory_limit *limit = limit_of(resource);

    if (limit != NULL && limit->raised && is_same(shown, &limit->set)) {
        *shown = limit->asked;
    }
}

void
memory_limits_grow(int64_t bytes)
{
    for (unsigned i = 0; i < LIMITS; i++) {
        struct memory_limit *limit = &limits[i];
        struct rlimit set = limit->set;

        if (!limit->raised || set.rlim_cur == RLIM_INFINITY ||
            !is_in_force(limit)) {
            continue;
        }
        set.rlim_cur += (uint64_t)bytes;
        if (set.rlim_cur <= set.rlim_max &&
            ask_kernel(0, limit->resource, &set, NULL) == 0) {
            limit->set = set;
        }
    }
}

void
memory_limits_leave(void)
{
    for (unsigned i = 0; i < LIMITS; i++) {
        if (is_in_force(&limits[i])) {
            ask_kernel(0, limits[i].resource, &limits[i].asked, NULL);
        }
    }
}

void
memory_limits_come_back(void)
{
    for (unsigned i = 0; i < LIMITS; i++) {
        struct memory_limit *limit = &limits[i];
        struct rlimit now;

        if (limit->raised && ask_kernel(0, limit->resource, NULL, &now) == 0 &&
            is_same(&now, &limit->asked)) {
            ask_kernel(0, limit->resource, &limit->set, NULL);
        }
    }
}

void
memory_limits_hand_to(uint64_t process)
{
    for (unsigned i = 0; i < LIMITS; i++) {
        if (is_in_force(&limits[i])) {
            ask_kernel(process, limits[i].resource, &limits[i].asked, NULL);
        }
    }
}

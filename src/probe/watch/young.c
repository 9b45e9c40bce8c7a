#include "probe/watch/young.h"

#include "base/clock.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"
#include "probe/state/suspects.h"
#include "probe/watch/watcher.h"

enum {
    YOUNG = 8,
    HEAD_BYTES = 16, /* count and type */
    BYTES_MAX = 512, /* the rest of a larger one is not looked at */
    HEAD_START_NS = 20000000,
    SHARE = 50, /* one in so many nanoseconds may be for it */
};

static struct {
    uint32_t account;
    uint64_t serial;
} young[YOUNG];
static uint32_t next;
static int64_t began_ns, spent_ns;

void
young_born(uint32_t account)
{
    young[next % YOUNG].account = account;
    young[next % YOUNG].serial =
        store_account(&recorder.store, account)->serial;
    next++;
}

static bool
note(struct slot_target *targets, int count, uint64_t word, uint64_t address)
{
    bool found = false;

    for (int i = 0; i < count; i++) {
        if (targets[i].object == word && word != 0) {
            if (targets[i].found < SLOT_FOUND_MAX) {
                targets[i].words[targets[i].found] = address;
            }
            targets[i].found++;
            found = true;
        }
    }
    return found;
}

/* Read through the kernel: of what died unseen the memory may be gone. */
static bool
look_into(const struct ledger_account *owner, struct slot_target *targets,
          int count)
{
    uint64_t words[(BYTES_MAX - HEAD_BYTES) / sizeof(uint64_t)];
    uint64_t start = owner->object + HEAD_BYTES, got;
    uint64_t bytes = slot_owner_bytes(owner->object, owner->type, BYTES_MAX);
    bool found = false;

    if (bytes < HEAD_BYTES + sizeof *words) {
        return false;
    }
    got = peek_bytes(start, words, bytes - HEAD_BYTES) / sizeof *words;
    for (uint64_t i = 0; i < got; i++) {
        found |= note(targets, count, words[i], start + i * sizeof *words);
    }
    return found;
}

static bool
may_spend(int64_t now_ns)
{
    began_ns = began_ns == 0 ? now_ns : began_ns;
    return spent_ns <= HEAD_START_NS + suspects_share(now_ns - began_ns, SHARE);
}

bool
young_search(struct slot_target *targets, int count)
{
    int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    bool found = false;

    if (!may_spend(now_ns)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        targets[i].found = 0;
    }
    for (uint32_t i = 0; i < YOUNG; i++) {
        if (young[i].account != 0 &&
            watcher_is_same(young[i].account, young[i].serial)) {
            found |= look_into(store_account(&recorder.store, young[i].account),
                               targets, count);
        }
    }
    spent_ns += clock_ns(CLOCK_MONOTONIC) - now_ns;
    return found;
}

#include "base/note.h"
#include "probe/state/recorder.h"
#include "probe/state/shadow.h"
#include "probe/state/short_ways.h"

struct recorder recorder;

static enum reason stop_reason;
static const char *stop_detail;

enum reason
recording_reason(const char **detail)
{
    *detail = stop_detail;
    return stop_reason;
}

static size_t
length_of(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0') {
        length++;
    }
    return length;
}

void
recording_stop(enum reason reason, const char *detail)
{
    static bool stopped;
    struct ledger_header *header = recorder.store.header;

    if (__atomic_exchange_n(&stopped, true, __ATOMIC_ACQ_REL)) {
        return;
    }
    stop_reason = reason;
    stop_detail = detail;
    if (header != NULL) {
        header->reason = reason;
        header->end = LEDGER_STOPPED;
    }
    if (recorder.recording) {
        recorder.recording = false;
        short_ways_end();
        shadow_clear();
    }
    if (header != NULL && detail != NULL) {
        /* Best effort: the strings may be what is full. */
        uint64_t used = *recorder.store.tables[LEDGER_STRINGS].used;

        if (used + length_of(detail) + 8 <
            recorder.store.tables[LEDGER_STRINGS].usable) {
            header->reason_text =
                store_text(&recorder.store, detail, length_of(detail));
        }
    }
    if (reason == REASON_NO_PYTHON || reason == REASON_FORKED) {
        return; /* not worth a word */
    }
    note("recording stopped: %s%s%s; the program goes on without it",
         reason_text(reason), detail == NULL ? "" : ": ",
         detail == NULL ? "" : detail);
}

void
recording_bug(const char *what)
{
#ifdef REFTALLY_STRICT
    note("%s", what);
    __builtin_trap();
#else
    recording_stop(REASON_BUG, what);
#endif
}

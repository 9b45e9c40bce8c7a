#include "probe/census/followed.h"

#include "probe/state/recorder.h"

static char followed[FOLLOWED_LABEL_BYTES];
static bool inside;
static uint64_t since; /* serial of the youngest account then */

static bool
is_followed(const char label[FOLLOWED_LABEL_BYTES])
{
    size_t at = 0;

    while (label[at] != '\0' && label[at] == followed[at]) {
        at++;
    }
    return label[at] == followed[at];
}

static void
enter(struct marks *marks, const char label[FOLLOWED_LABEL_BYTES])
{
    bool anew = !is_followed(label);

    marks_enter(marks, anew);
    if (anew) {
        since = recorder.accounts.serial;
        for (size_t i = 0; i < FOLLOWED_LABEL_BYTES; i++) {
            followed[i] = label[i];
        }
    }
    inside = true;
}

/* Regions within it are the report's matter alone. */
void
followed_note(struct marks *marks, const char label[FOLLOWED_LABEL_BYTES],
              enum ledger_checkpoint_origin origin)
{
    if (origin == LEDGER_CHECKPOINT_ENTER && (!inside || is_followed(label))) {
        enter(marks, label);
    }
    if (origin == LEDGER_CHECKPOINT_LEAVE && inside && is_followed(label)) {
        marks_leave(marks);
        inside = false;
    }
}

bool
followed_has(uint64_t serial)
{
    return followed[0] != '\0' && serial > since;
}

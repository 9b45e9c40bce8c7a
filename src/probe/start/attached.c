#include "probe/start/attached.h"

#include "base/mapping.h"
#include "base/note.h"
#include "probe/start/detaching.h"
#include "probe/start/lifecycle.h"
#include "probe/start/waking.h"
#include "probe/state/recorder.h"

#include <errno.h>
#include <reftally/attach.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The command fills this in; see attach.h. */
EXPORT char reftally_settings[REFTALLY_SETTINGS_BYTES] = REFTALLY_NO_SETTINGS;
EXPORT char reftally_answer[REFTALLY_ANSWER_BYTES] = "";

EXPORT void *PyInit_reftally_attach(void);
EXPORT void *PyInit_reftally_detach(void);
EXPORT void *PyInit_reftally_release(void);

static char **host_environment;
static interpreter_lookup *host_lookup;
static bool begun;

bool
attached_is_copy(void)
{
    return *(volatile char *)reftally_settings != REFTALLY_NO_SETTINGS[0];
}

void
attached_init(char **environment, interpreter_lookup *lookup)
{
    host_environment = environment;
    host_lookup = lookup;
}

static size_t
count(char *const *environment)
{
    size_t length = 0;

    while (environment[length] != NULL) {
        length++;
    }
    return length;
}

/* Settings count that came along, not those the process was started with. */
static char **
combine(void)
{
    static const char prefix[] = "REFTALLY_";
    size_t most = count(host_environment) + REFTALLY_SETTINGS_BYTES / 2 + 1;
    char **all = mapping_zeroed(most * sizeof *all), **next = all;

    if (all == NULL) {
        return NULL;
    }
    for (char *at = reftally_settings; *at != '\0'; at += strlen(at) + 1) {
        *next++ = at;
    }
    for (char **at = host_environment; *at != NULL; at++) {
        if (strncmp(*at, prefix, sizeof prefix - 1) != 0 &&
            strncmp(*at, "LD_PRELOAD=", 11) != 0) {
            *next++ = *at;
        }
    }
    return all;
}

static void
answer(bool done)
{
    const char *detail;
    enum reason reason = recording_reason(&detail);
    char text[REFTALLY_ANSWER_BYTES];

    note_format(text, sizeof text, "%s%s%s",
                done ? REFTALLY_ANSWER_DONE : reason_text(reason),
                done || detail == NULL ? "" : ": ",
                done || detail == NULL ? "" : detail);
    /* Who reads it looks at the first byte. */
    memcpy(reftally_answer + 1, text + 1, sizeof text - 1);
    __atomic_store_n(reftally_answer, text[0], __ATOMIC_RELEASE);
}

/* Each is no module, and says so: NULL. */
void *
PyInit_reftally_attach(void)
{
    int kept_errno = errno;
    char **environment;

    if (attached_is_copy() &&
        !__atomic_exchange_n(&begun, true, __ATOMIC_ACQ_REL)) {
        recorder.detachable = true;
        environment = combine();
        if (environment == NULL || !lifecycle_start(environment, host_lookup)) {
            recording_stop(environment == NULL ? REASON_NO_MEMORY
                                               : REASON_NO_PYTHON,
                           NULL);
        }
        waking_mark();
        answer(recorder.recording);
    }
    errno = kept_errno;
    return NULL;
}

void *
PyInit_reftally_detach(void)
{
    int kept_errno = errno;

    answer(detaching_stop());
    errno = kept_errno;
    return NULL;
}

void *
PyInit_reftally_release(void)
{
    int kept_errno = errno;

    answer(detaching_release());
    errno = kept_errno;
    return NULL;
}

#include "probe/start/attached.h"

#include "base/mapping.h"
#include "base/note.h"
#include "base/system.h"
#include "probe/file/ledger_place.h"
#include "probe/start/detaching.h"
#include "probe/start/ending.h"
#include "probe/start/startup.h"
#include "probe/start/waking.h"
#include "probe/state/recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <reftally/attach.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* The command fills this in; see attach.h. */
EXPORT char reftally_settings[REFTALLY_SETTINGS_BYTES] = REFTALLY_NO_SETTINGS;
EXPORT char reftally_answer[REFTALLY_ANSWER_BYTES] = "";

enum { PATH_BYTES = 4096, PLAN_SECONDS = 20 };

EXPORT void *PyInit_reftally_prepare(void);
EXPORT void *PyInit_reftally_attach(void);
EXPORT void *PyInit_reftally_detach(void);
EXPORT void *PyInit_reftally_release(void);
void *attached_last_handle(void);

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

static bool
is_setting(const char *text, const char *name)
{
    size_t length = strlen(name);

    return strncmp(text, name, length) == 0 && text[length] == '=';
}

/*
 * Settings count that came along, not those the process was started with.
 * `output`: at once, and to that file; or NULL.
 */
static char **
combine(char *output)
{
    static const char prefix[] = "REFTALLY_";
    size_t most = count(host_environment) + REFTALLY_SETTINGS_BYTES / 2 + 2;
    char **all = mapping_zeroed(most * sizeof *all), **next = all;

    if (all == NULL) {
        return NULL;
    }
    for (char *at = reftally_settings; *at != '\0'; at += strlen(at) + 1) {
        if (output == NULL || (!is_setting(at, "REFTALLY_START") &&
                               !is_setting(at, "REFTALLY_OUTPUT"))) {
            *next++ = at;
        }
    }
    if (output != NULL) {
        *next++ = output;
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

/* ---- plans beforehand ---- */

/* Of the file that this was loaded from, to write `name` behind it; 0: none. */
static size_t
own_folder(char path[PATH_BYTES])
{
    Dl_info own;
    size_t length;

    if (dladdr(reftally_settings, &own) == 0 || own.dli_fname == NULL) {
        return 0;
    }
    length = strlen(own.dli_fname);
    while (length > 0 && own.dli_fname[length - 1] != '/') {
        length--;
    }
    if (length > PATH_BYTES / 2) {
        return 0;
    }
    memcpy(path, own.dli_fname, length);
    return length;
}

/*
 * In a copy of the process, on its own: it is patched as if it were to be
 * recorded, so that the plans are kept that it takes a second to make. A lock
 * of another thread's may never be given back here.
 */
static void
limit_time(void)
{
    struct itimerval limit = { .it_value = { .tv_sec = PLAN_SECONDS } };

    SYSTEM(SYS_setitimer, ITIMER_REAL, SYSTEM_ADDRESS(&limit), 0);
}

static void
plan_in_child(void)
{
    static char output[PATH_BYTES + 32] = "REFTALLY_OUTPUT=";
    char *path = output + strlen(output), **environment;
    size_t length;

    length = own_folder(path);
    if (length == 0) {
        return;
    }
    ending_forget_handlers();
    limit_time();
    note_format(path + length, PATH_BYTES / 4, "plans.ledger");
    environment = combine(output);
    if (environment != NULL) {
        startup_begin(environment, host_lookup);
        unlink(ledger_place_path()); /* the name may have been taken */
    }
    note_format(path + length, PATH_BYTES / 4, "%s", REFTALLY_PLANS_FILE);
    close(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
}

static bool
prepare(void)
{
    static bool planned;

    /* A second copy could end when the folder has been given back. */
    if (!__atomic_exchange_n(&planned, true, __ATOMIC_ACQ_REL)) {
        detaching_leave_child(plan_in_child);
    }
    return true;
}

/* ---- what the command has called ---- */

static bool
begin(void)
{
    if (attached_is_copy() &&
        !__atomic_exchange_n(&begun, true, __ATOMIC_ACQ_REL)) {
        char **environment = combine(NULL);

        recorder.detachable = true;
        if (environment == NULL || !startup_begin(environment, host_lookup)) {
            recording_stop(environment == NULL ? REASON_NO_MEMORY
                                               : REASON_NO_PYTHON,
                           NULL);
        }
        waking_mark();
        if (!recorder.recording) {
            detaching_withdraw();
        }
    }
    return recorder.recording;
}

/* Also of a library that was to begin, and never did. */
static bool
release(void)
{
    if (!__atomic_exchange_n(&begun, true, __ATOMIC_ACQ_REL)) {
        detaching_withdraw();
    }
    return detaching_release();
}

/*
 * Each has loaded the library once more, as 3.15 does for each name that it
 * looks for: it finds the first, whichever that is.
 */
static unsigned visits;

/* Each is no module, and says so: NULL. */
static void *
call(bool work(void))
{
    int kept_errno = errno;

    visits++;
    answer(work());
    errno = kept_errno;
    return NULL;
}

void *
PyInit_reftally_prepare(void)
{
    return call(prepare);
}

void *
PyInit_reftally_attach(void)
{
    return call(begin);
}

void *
PyInit_reftally_detach(void)
{
    return call(detaching_stop);
}

void *
PyInit_reftally_release(void)
{
    return call(release);
}

EXPORT void *PyModExport_reftally_prepare(void)
    __attribute__((alias("PyInit_reftally_prepare")));
EXPORT void *PyModExport_reftally_attach(void)
    __attribute__((alias("PyInit_reftally_attach")));
EXPORT void *PyModExport_reftally_detach(void)
    __attribute__((alias("PyInit_reftally_detach")));
EXPORT void *PyModExport_reftally_release(void)
    __attribute__((alias("PyInit_reftally_release")));

/* Called by PyInit_reftally_unload. */
__attribute__((visibility("hidden"))) void *
attached_last_handle(void)
{
    struct link_map *handle = NULL;
    Dl_info own;

    visits++;
    if (!detaching_is_over() ||
        dladdr1(reftally_settings, &own, (void **)&handle, RTLD_DL_LINKMAP) ==
            0) {
        return NULL;
    }
    while (--visits > 0) {
        dlclose(handle);
    }
    return handle;
}

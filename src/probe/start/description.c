#include "probe/start/description.h"

#include "base/clock.h"
#include "base/system.h"
#include "probe/images/interpreter.h"
#include "probe/state/recorder.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
    COMMAND_BYTES = 4096,
    SETTINGS_BYTES = 4096,
    TITLE_ZEROS = 4, /* nobody has so many empty arguments at the end */
};

static ledger_string
command_line(void)
{
    static const char zeros[TITLE_ZEROS];
    char command[COMMAND_BYTES];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, command, sizeof command);

    if (fd >= 0) {
        close(fd);
    }
    if (length > 0 && command[length - 1] == '\0') {
        length--;
    }
    /* Servers write a title over the arguments, and zeros over the rest. */
    if (length > TITLE_ZEROS &&
        memcmp(command + length - TITLE_ZEROS, zeros, TITLE_ZEROS) == 0) {
        while (length > 0 && command[length - 1] == '\0') {
            length--;
        }
    }
    return length <= 0 ? 0
                       : store_text(&recorder.store, command, (size_t)length);
}

static ledger_string
executable(void)
{
    char name[COMMAND_BYTES];
    ssize_t length = readlink("/proc/self/exe", name, sizeof name);

    return length <= 0 ? 0 : store_text(&recorder.store, name, (size_t)length);
}

static ledger_string
settings_given(char *const *environment)
{
    char given[SETTINGS_BYTES];
    size_t length = options_given(environment, given, sizeof given);

    return length == 0 ? 0 : store_text(&recorder.store, given, length);
}

void
description_write(char *const *environment)
{
    struct ledger_header *header = recorder.store.header;
    const char *track = recorder.options.track;

    header->pid = recorder.pid;
    header->parent_pid = (uint64_t)getppid();
    header->start_realtime_ns = (uint64_t)clock_ns(CLOCK_REALTIME);
    header->python_hexversion = interpreter_hexversion();
    header->stack_mode = recorder.stack_mode;
    header->filter = recorder.shadow_hashed;
    header->memory_limit_bytes = recorder.options.memory;
    header->track = store_text(&recorder.store, track, strlen(track));
    header->settings = settings_given(environment);
    header->command = command_line();
    header->python_executable = executable();
}

/* A forked child that does not record has another number. */
static bool
is_ours(void)
{
    return system_is_sealed() ? recorder.recording
                              : recorder.pid == (uint64_t)getpid();
}

void
description_exit_status(int status)
{
    struct ledger_header *header = recorder.store.header;

    if (header != NULL && is_ours()) {
        header->exit_status = ((uint32_t)status & 0xff) + 1;
    }
}

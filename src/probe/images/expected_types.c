#include "probe/images/expected_types.h"

#include "base/note.h"

#include <fcntl.h>
#include <unistd.h>

enum { RULES_BYTES = 64 * 1024 };

static char rules[RULES_BYTES];
static size_t rules_length;

void
expected_types_init(const char *path)
{
    ssize_t got = 0;
    int fd;

    if (path[0] == '\0') {
        return;
    }
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return; /* the reporter complains, or knows them by this name */
    }
    do {
        rules_length += (size_t)got;
        got = read(fd, rules + rules_length, RULES_BYTES - rules_length);
    } while (got > 0);
    close(fd);
    if (rules_length == RULES_BYTES) {
        note("REFTALLY_EXPECT: only the first %d bytes say which objects are "
             "all recorded",
             (int)RULES_BYTES);
    }
}

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool
stands_for_others(char c)
{
    return c == '*' || c == '?' || c == '[' || c == '\\';
}

/* Of the rule in [at, end), which may be a comment or nothing. */
static bool
begins_like(const char *at, const char *end, const char *name, size_t length)
{
    const char *first = at;

    while (at < end && is_space(*at)) {
        at++;
    }
    first = at;
    for (; at < end && !is_space(*at); at++) {
        size_t i = (size_t)(at - first);

        if (stands_for_others(*at)) {
            return true;
        }
        if (i >= length || *at != name[i]) {
            return false;
        }
    }
    return at > first && (size_t)(at - first) == length;
}

bool
expected_types_have(const char *name, size_t length)
{
    for (size_t start = 0, end; start < rules_length; start = end + 1) {
        for (end = start; end < rules_length && rules[end] != '\n'; end++) {
        }
        if (begins_like(rules + start, rules + end, name, length)) {
            return true;
        }
    }
    return false;
}

#include "probe/state/options.h"

#include "base/note.h"

#include <string.h>

#define PREFIX "REFTALLY_"

enum option_kind {
    OPTION_TEXT,
    OPTION_BYTES,
    OPTION_NUMBER,
    OPTION_SWITCH,
    OPTION_CHOICE,
};

struct setting {
    const char *name;
    const char *fallback;
    const char *allowed;
    enum option_kind kind;
    size_t offset; /* of the field in struct options */
};

static const struct setting settings[] = {
#define OPTION(field, name, kind, fallback, allowed, meaning) \
    { name, fallback, allowed, OPTION_##kind, offsetof(struct options, field) },
#include "base/options.def"
#undef OPTION
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* Up to here a name is compared with the known ones. */
enum { NAME_LIMIT = 48 };

/*
 * Reads digits and, if `units`, one of K, M or G behind them. Moves `*text`
 * behind what was read. False when there is no digit or the number does not
 * fit.
 */
static bool
scan_number(const char **text, bool units, uint64_t *number)
{
    const char *at = *text;
    unsigned shift = 0;

    *number = 0;
    if (*at < '0' || *at > '9') {
        return false;
    }
    for (; *at >= '0' && *at <= '9'; at++) {
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (unsigned)(*at - '0'), number)) {
            return false;
        }
    }
    if (units && *at != '\0') {
        const char *unit = strchr("KMG", *at);

        if (unit != NULL) {
            shift = 10 * (unsigned)(unit - "KMG" + 1);
            at++;
        }
    }
    if (*number > UINT64_MAX >> shift) {
        return false;
    }
    *number <<= shift;
    *text = at;
    return true;
}

/* A number in the range that `allowed` states as "LOW to HIGH". */
static bool
parse_number(const char *value, const char *allowed, bool units,
             uint64_t *number)
{
    static const char to[] = " to ";
    uint64_t low, high;

    if (!scan_number(&value, units, number) || *value != '\0') {
        return false;
    }
    if (!scan_number(&allowed, units, &low) ||
        strncmp(allowed, to, sizeof to - 1) != 0) {
        return false;
    }
    allowed += sizeof to - 1;
    return scan_number(&allowed, units, &high) && *allowed == '\0' &&
           *number >= low && *number <= high;
}

/* The position of a word in a list separated by commas. */
static bool
parse_choice(const char *value, const char *allowed, uint32_t *position)
{
    size_t length = strlen(value);

    for (*position = 0;; (*position)++) {
        size_t word = strcspn(allowed, ",");

        if (word == length && memcmp(allowed, value, length) == 0) {
            return true;
        }
        if (allowed[word] == '\0') {
            return false;
        }
        allowed += word + 1;
    }
}

static bool
setting_parse(const struct setting *setting, const char *value,
              struct options *options)
{
    void *field = (char *)options + setting->offset;
    uint64_t number;

    switch (setting->kind) {
    case OPTION_TEXT:
        *(const char **)field = value;
        return true;
    case OPTION_BYTES:
        return parse_number(value, setting->allowed, true, field);
    case OPTION_NUMBER:
        if (!parse_number(value, setting->allowed, false, &number) ||
            number > UINT32_MAX) {
            return false;
        }
        *(uint32_t *)field = (uint32_t)number;
        return true;
    case OPTION_SWITCH:
        *(bool *)field = value[0] == '1';
        return (value[0] == '0' || value[0] == '1') && value[1] == '\0';
    case OPTION_CHOICE:
        return parse_choice(value, setting->allowed, field);
    }
    return false;
}

/* A long value is cut, so that what is allowed stays on the line. */
static void
setting_complain(const struct setting *setting, const char *value)
{
    char shown[64];

    if (note_format(shown, sizeof shown, "%s", value) >= sizeof shown) {
        memcpy(shown + sizeof shown - 4, "...", 4);
    }
    note("%s=%s is not allowed; allowed: %s; using %s", setting->name, shown,
         setting->allowed, setting->fallback);
}

/* Of "NAME=value": the value if the name is this one, else NULL. */
static const char *
value_if_named(const char *variable, const char *name)
{
    size_t length = strlen(name);

    if (strncmp(variable, name, length) != 0 || variable[length] != '=') {
        return NULL;
    }
    return variable + length + 1;
}

static const char *
environment_find(char *const *environment, const char *name)
{
    for (; *environment != NULL; environment++) {
        const char *value = value_if_named(*environment, name);

        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}

/* How many letters must be added, removed or replaced to turn one name into
   the other (Levenshtein), with one row of the table. */
static unsigned
name_distance(const char *one, size_t one_length, const char *other)
{
    unsigned row[NAME_LIMIT + 1];
    size_t other_length = strlen(other);

    if (one_length > NAME_LIMIT || other_length > NAME_LIMIT) {
        return NAME_LIMIT;
    }
    for (unsigned j = 0; j <= other_length; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; i <= one_length; i++) {
        unsigned diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= other_length; j++) {
            unsigned replaced = diagonal + (one[i - 1] != other[j - 1]);
            unsigned removed = row[j] + 1;
            unsigned added = row[j - 1] + 1;
            unsigned best = removed < added ? removed : added;

            diagonal = row[j];
            row[j] = replaced < best ? replaced : best;
        }
    }
    return row[other_length];
}

/* True if the variable is no business of ours or a known setting. */
static bool
variable_is_known(const char *variable)
{
    size_t length = strcspn(variable, "=");
    unsigned closest_distance = NAME_LIMIT + 1;
    const char *closest = settings[0].name;

    if (strncmp(variable, PREFIX, sizeof PREFIX - 1) != 0) {
        return true;
    }
    for (size_t i = 0; i < SETTINGS; i++) {
        unsigned distance = name_distance(variable, length, settings[i].name);

        if (distance < closest_distance) {
            closest_distance = distance;
            closest = settings[i].name;
        }
        if (distance == 0) {
            return true;
        }
    }

    char name[NAME_LIMIT + 1];

    if (length > NAME_LIMIT) {
        length = NAME_LIMIT;
    }
    memcpy(name, variable, length);
    name[length] = '\0';
    note("%s is not a setting and is ignored; the closest one is %s", name,
         closest);
    return false;
}

bool
options_parse(struct options *options, char *const *environment)
{
    bool well = true;

    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < SETTINGS; i++) {
        const struct setting *setting = &settings[i];
        const char *value = environment_find(environment, setting->name);

        if (value != NULL && *value != '\0') {
            if (setting_parse(setting, value, options)) {
                continue;
            }
            setting_complain(setting, value);
            well = false;
        }
        (void)setting_parse(setting, setting->fallback, options);
    }
    for (; *environment != NULL; environment++) {
        well = variable_is_known(*environment) && well;
    }
    return well;
}

size_t
options_given(char *const *environment, char *out, size_t size)
{
    size_t length = 0;

    for (size_t i = 0; i < SETTINGS; i++) {
        const char *value = environment_find(environment, settings[i].name);
        size_t room = size - length, wanted;

        if (value == NULL || *value == '\0') {
            continue;
        }
        wanted =
            note_format(out + length, room, "%s=%s", settings[i].name, value);
        length += wanted < room ? wanted + 1 : 0;
    }
    return length == 0 ? 0 : length - 1;
}

bool
options_expand_path(char *out, size_t size, const char *pattern, uint64_t pid,
                    const char *host)
{
    char number[24];
    size_t length = 0;

    if (size == 0) {
        return false;
    }
    note_format(number, sizeof number, "%lu", (unsigned long)pid);
    while (*pattern != '\0') {
        const char *part = pattern;
        size_t part_length = 1;
        bool is_host = false;

        if (strncmp(pattern, "%p", 2) == 0) {
            part = number;
            part_length = strlen(number);
            pattern += 2;
        }
        else if (strncmp(pattern, "%h", 2) == 0) {
            part = host;
            part_length = strlen(host);
            is_host = true;
            pattern += 2;
        }
        else if (strncmp(pattern, "%%", 2) == 0) {
            pattern += 2;
        }
        else {
            pattern++;
        }
        if (part_length >= size - length) {
            out[0] = '\0';
            return false;
        }
        for (size_t i = 0; i < part_length; i++) {
            out[length++] = is_host && part[i] == '/' ? '_' : part[i];
        }
    }
    out[length] = '\0';
    return true;
}

#include "cli/text/settings.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    KIND_TEXT,
    KIND_BYTES,
    KIND_NUMBER,
    KIND_SWITCH,
    KIND_CHOICE,
};

static const struct {
    const char *field;
    const char *variable;
    enum kind kind;
    const char *standard;
    const char *allowed;
    const char *meaning;
} settings[] = {
#define OPTION(field, variable, kind, standard, allowed, meaning) \
    { #field, variable, KIND_##kind, standard, allowed, meaning },
#include "base/options.def"
#undef OPTION
};

const char *
settings_flag(int setting, char name[SETTING_NAME_BYTES])
{
    snprintf(name, SETTING_NAME_BYTES, "%s", settings[setting].field);
    for (char *at = name; *at != '\0'; at++) {
        if (*at == '_') {
            *at = '-';
        }
    }
    return name;
}

void
settings_options_fill(struct settings_options *all, const struct option *own,
                      size_t own_count)
{
    memset(all->options, 0, sizeof all->options);
    memcpy(all->options, own, own_count * sizeof *own);
    for (int i = 0; i < SETTINGS_COUNT; i++) {
        all->options[own_count + (size_t)i] =
            (struct option){ settings_flag(i, all->names[i]), required_argument,
                             NULL, SETTING_OPTION + i };
    }
}

const char *
settings_variable(int setting)
{
    return settings[setting].variable;
}

const char *
settings_default(const char *variable)
{
    for (int i = 0; i < SETTINGS_COUNT; i++) {
        if (strcmp(settings[i].variable, variable) == 0) {
            return settings[i].standard;
        }
    }
    return NULL;
}

/* A number, with K, M or G when it counts bytes; `end` is what follows. */
static bool
parse_number(const char *text, bool bytes, uint64_t *number, char **end)
{
    static const char units[] = "KMG";
    const char *unit;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    *number = strtoull(text, end, 10);
    if (errno != 0) {
        return false;
    }
    unit = bytes && **end != '\0' ? strchr(units, **end) : NULL;
    if (unit != NULL) {
        int shift = 10 * (int)(unit - units + 1);

        if (*number > UINT64_MAX >> shift) {
            return false;
        }
        *number <<= shift;
        ++*end;
    }
    return true;
}

/* `allowed` reads "LEAST to MOST". */
static bool
number_is_allowed(const char *value, const char *allowed, bool bytes)
{
    uint64_t number, least, most;
    char *end;

    if (!parse_number(value, bytes, &number, &end) || *end != '\0') {
        return false;
    }
    if (!parse_number(allowed, bytes, &least, &end) ||
        strncmp(end, " to ", 4) != 0 ||
        !parse_number(end + 4, bytes, &most, &end)) {
        return true;
    }
    return least <= number && number <= most;
}

static bool
word_is_allowed(const char *value, const char *allowed)
{
    size_t length = strlen(value);

    while (length > 0) {
        size_t word = strcspn(allowed, ",");

        if (word == length && memcmp(value, allowed, word) == 0) {
            return true;
        }
        if (allowed[word] == '\0') {
            break;
        }
        allowed += word + 1;
    }
    return false;
}

bool
settings_check(int setting, const char *value, struct error *error)
{
    const char *allowed = settings[setting].allowed;
    char flag[SETTING_NAME_BYTES];
    bool fine = true;

    switch (settings[setting].kind) {
    case KIND_TEXT:
        break;
    case KIND_BYTES:
    case KIND_NUMBER:
        fine = number_is_allowed(value, allowed,
                                 settings[setting].kind == KIND_BYTES);
        break;
    case KIND_SWITCH:
        fine = strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
        break;
    case KIND_CHOICE:
        fine = word_is_allowed(value, allowed);
        break;
    }
    return fine || error_set(error, "--%s is '%s', allowed is %s",
                             settings_flag(setting, flag), value, allowed);
}

bool
settings_lists(const char *const *list, const char *variable)
{
    for (; *list != NULL; list++) {
        if (strcmp(*list, variable) == 0) {
            return true;
        }
    }
    return false;
}

void
settings_print(FILE *file, const char *const *without)
{
    for (int i = 0; i < SETTINGS_COUNT; i++) {
        char flag[SETTING_NAME_BYTES];

        if (settings_lists(without, settings[i].variable)) {
            continue;
        }
        fprintf(file, "  --%s=VALUE  (%s)\n      %s\n      allowed: %s",
                settings_flag(i, flag), settings[i].variable,
                settings[i].meaning, settings[i].allowed);
        if (settings[i].standard[0] != '\0') {
            fprintf(file, "; default: %s", settings[i].standard);
        }
        putc('\n', file);
    }
}

/*
 * settings - base/options.def as command-line options.
 */
#ifndef REFTALLY_CLI_TEXT_SETTINGS_H
#define REFTALLY_CLI_TEXT_SETTINGS_H

#include <getopt.h>
#include <stdio.h>

#include "report/text/error.h"

enum {
#define OPTION(field, variable, kind, standard, allowed, meaning) \
    SETTING_##field,
#include "base/options.def"
#undef OPTION
    SETTINGS_COUNT
};

enum {
    SETTING_NAME_BYTES = 32,
    SETTING_OPTION = 256, /* and its number is what getopt_long returns */
    SETTINGS_OWN_MAX = 8, /* options of a command, besides the settings */
};

/* What getopt_long knows: a command's own options, then the settings. */
struct settings_options {
    struct option options[SETTINGS_OWN_MAX + SETTINGS_COUNT + 1];
    char names[SETTINGS_COUNT][SETTING_NAME_BYTES];
};

/* Not more than SETTINGS_OWN_MAX of its own. */
void settings_options_fill(struct settings_options *all,
                           const struct option *own, size_t own_count);

/* "native-depth", written to `name`, which is returned. */
const char *settings_flag(int setting, char name[SETTING_NAME_BYTES]);
const char *settings_variable(int setting);
/* By environment variable; NULL if there is no such setting. */
const char *settings_default(const char *variable);

/* One line that names the setting, the value and what is allowed. */
bool settings_check(int setting, const char *value, struct error *error);

/* Prints all but those whose variables are listed, the last being NULL. */
void settings_print(FILE *file, const char *const *without);
bool settings_lists(const char *const *list, const char *variable);

#endif

/*
 * settings - base/options.def as command-line options.
 */
#ifndef REFTALLY_CLI_SETTINGS_H
#define REFTALLY_CLI_SETTINGS_H

#include <stdio.h>

#include "report/text/error.h"

enum {
#define OPTION(field, variable, kind, standard, allowed, meaning) \
    SETTING_##field,
#include "base/options.def"
#undef OPTION
    SETTINGS_COUNT
};

enum { SETTING_NAME_BYTES = 32 };

/* "native-depth", written to `name`, which is returned. */
const char *settings_flag(int setting, char name[SETTING_NAME_BYTES]);
const char *settings_variable(int setting);
/* By environment variable; NULL if there is no such setting. */
const char *settings_default(const char *variable);

/* One line that names the setting, the value and what is allowed. */
bool settings_check(int setting, const char *value, struct error *error);

void settings_print(FILE *file);

#endif

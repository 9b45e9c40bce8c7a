#include "cli/record/repeat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/data_file.h"
#include "cli/text/command_line.h"
#include "report/text/memory.h"

enum { ROUNDS_MAX = 1000000 };

static const char default_rounds[] = "20";
static const char default_warm_up[] = "3";

static bool
is_number(const char *text, uint64_t least)
{
    uint64_t number;

    return command_line_number(text, least, ROUNDS_MAX, &number);
}

/* "a.b:c.d": words of letters, digits and underscores, also foreign ones. */
static bool
is_call(const char *text)
{
    const char *colon = strchr(text, ':');
    bool in_word = false;

    if (colon == NULL) {
        return false;
    }
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        bool separator = text == colon || c == '.';

        if (separator ? !in_word : !(isalnum(c) || c == '_' || c >= 0x80)) {
            return false;
        }
        in_word = !separator;
    }
    return in_word;
}

bool
repeat_check(const struct repeat *repeat, struct error *error)
{
    if (repeat->call == NULL) {
        return (repeat->rounds == NULL && repeat->warm_up == NULL) ||
               error_set(error,
                         "--repeat and --warm-up need --call=MODULE:FUNCTION");
    }
    if (!is_call(repeat->call)) {
        return error_set(error, "--call is '%s', allowed is MODULE:FUNCTION",
                         repeat->call);
    }
    if (repeat->rounds != NULL && !is_number(repeat->rounds, 1)) {
        return error_set(error, "--repeat is '%s', allowed is 1 to %d",
                         repeat->rounds, ROUNDS_MAX);
    }
    if (repeat->warm_up != NULL && !is_number(repeat->warm_up, 0)) {
        return error_set(error, "--warm-up is '%s', allowed is 0 to %d",
                         repeat->warm_up, ROUNDS_MAX);
    }
    return true;
}

char **
repeat_program(const struct repeat *repeat, char **interpreter)
{
    static char standard[] = "python3";
    char *program = data_file_find("scripts", "repeat.py");
    char **arguments;
    size_t count = 0;

    if (program == NULL) {
        return NULL;
    }
    while (interpreter[count] != NULL) {
        count++;
    }
    arguments = (char **)memory_zeroed(count + 6, sizeof *arguments);
    memcpy(arguments, interpreter, count * sizeof *arguments);
    if (count == 0) {
        arguments[count++] = standard;
    }
    arguments[count++] = program;
    arguments[count++] =
        memory_text(repeat->rounds != NULL ? repeat->rounds : default_rounds);
    arguments[count++] = memory_text(repeat->warm_up != NULL ? repeat->warm_up
                                                             : default_warm_up);
    arguments[count++] = memory_text(repeat->call);
    return arguments;
}

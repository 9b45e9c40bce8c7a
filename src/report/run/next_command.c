#include "report/run/next_command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"

enum {
    WORDS_MAX = 4096,    /* of a command line */
    COMMAND_MAX = 4095,  /* bytes: the library cuts what is longer */
    REPEAT_ARGUMENTS = 4 /* repeat.py ROUNDS WARM_UP MODULE:FUNCTION */
};

struct words {
    const char *text[WORDS_MAX];
    size_t size[WORDS_MAX];
    size_t count;
};

static void
split(const struct ledger *ledger, ledger_string string, struct words *words)
{
    uint32_t length;
    const char *text = ledger_text(ledger, string, &length);

    words->count = 0;
    for (const char *end = text != NULL ? text + length : NULL;
         text != NULL && text < end && words->count < WORDS_MAX;) {
        size_t size = strnlen(text, (size_t)(end - text));

        words->text[words->count] = text;
        words->size[words->count++] = size;
        text += size + 1;
    }
}

static bool
is_plain(const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)word[i];

        if (!(c < 0x80 && isalnum(c)) && strchr("_-./:=,+@%", c) == NULL) {
            return false;
        }
    }
    return size > 0;
}

static bool
is_printable(const char *word, size_t size)
{
    char *printable = text_printable(word, size);
    bool same = strlen(printable) == size && memcmp(printable, word, size) == 0;

    free(printable);
    return same;
}

/* As sh has it; $'' where there are characters that no line may have. */
static void
write_word(FILE *file, const char *word, size_t size)
{
    if (is_plain(word, size)) {
        fwrite(word, 1, size, file);
        return;
    }
    if (is_printable(word, size)) {
        putc('\'', file);
        for (size_t i = 0; i < size; i++) {
            fputs(word[i] == '\'' ? "'\\'" : "", file);
            putc(word[i], file);
        }
        putc('\'', file);
        return;
    }
    fputs("$'", file);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)word[i];

        if (c == '\n') {
            fputs("\\n", file);
        }
        else if (c < 0x20 || c >= 0x7f) {
            fprintf(file, "\\x%02x", c);
        }
        else {
            fputs(c == '\'' || c == '\\' ? "\\" : "", file);
            putc(c, file);
        }
    }
    putc('\'', file);
}

static bool
word_is(const struct words *words, size_t at, const char *text)
{
    return words->size[at] == strlen(text) &&
           memcmp(words->text[at], text, words->size[at]) == 0;
}

static bool
is_number(const struct words *words, size_t at)
{
    for (size_t i = 0; i < words->size[at]; i++) {
        if (words->text[at][i] < '0' || words->text[at][i] > '9') {
            return false;
        }
    }
    return words->size[at] > 0;
}

static uint64_t
number_at(const struct words *words, size_t at)
{
    char digits[16] = "";

    if (words->size[at] < sizeof digits) {
        memcpy(digits, words->text[at], words->size[at]);
    }
    return strtoull(digits, NULL, 10);
}

/* Where the words of repeat.py begin; the count: there are none. */
static size_t
find_repeat(const struct words *words)
{
    static const char name[] = "/repeat.py";
    size_t own = sizeof name - 1, at = words->count - REPEAT_ARGUMENTS;

    return words->count > REPEAT_ARGUMENTS && words->size[at] > own &&
                   memcmp(words->text[at] + words->size[at] - own, name, own) ==
                       0 &&
                   is_number(words, at + 1) && is_number(words, at + 2)
               ? at
               : words->count;
}

/* REFTALLY_CENSUS_SECONDS=5 -> --census-seconds=5 */
static void
write_option(FILE *file, const char *name, size_t name_size, const char *value,
             size_t value_size)
{
    static const char prefix[] = "REFTALLY_";

    fputs(" --", file);
    for (size_t i = sizeof prefix - 1; i < name_size; i++) {
        putc(name[i] == '_' ? '-' : tolower((unsigned char)name[i]), file);
    }
    putc('=', file);
    write_word(file, value, value_size);
}

static bool
setting_is(const char *text, size_t name_size, const char *name)
{
    return name_size == strlen(name) && memcmp(text, name, name_size) == 0;
}

/*
 * What `reftally run` chose for itself is not repeated: the report, which comes
 * anyway, and the ledger in a folder that it made for that run alone.
 */
static bool
is_chosen(const char *text, size_t size, size_t name)
{
    return setting_is(text, name, "REFTALLY_REPORT") ||
           (setting_is(text, name, "REFTALLY_OUTPUT") &&
            memmem(text + name, size - name, "/" RUNS_FOLDER,
                   sizeof "/" RUNS_FOLDER - 1) != NULL);
}

static void
write_settings(FILE *file, const struct ledger *ledger, const char *setting)
{
    struct words *given = (struct words *)memory_zeroed(1, sizeof *given);

    split(ledger, ledger->header->settings, given);
    for (size_t i = 0; i < given->count; i++) {
        const char *equals =
            (const char *)memchr(given->text[i], '=', given->size[i]);
        size_t name = equals != NULL ? (size_t)(equals - given->text[i]) : 0;

        if (name < strlen("REFTALLY_") ||
            is_chosen(given->text[i], given->size[i], name) ||
            (setting != NULL && setting_is(given->text[i], name, setting))) {
            continue;
        }
        write_option(file, given->text[i], name, equals + 1,
                     given->size[i] - name - 1);
    }
    free(given);
}

/* The program and its arguments; those of --call apart. */
static void
write_program(FILE *file, const struct words *words, size_t end)
{
    for (size_t i = 0; i < end; i++) {
        fputs(i > 0 ? " " : "", file);
        write_word(file, words->text[i], words->size[i]);
    }
}

static bool
is_complete(const struct ledger *ledger)
{
    uint32_t length;

    return ledger_text(ledger, ledger->header->command, &length) != NULL &&
           length > 0 && length < COMMAND_MAX;
}

static void
write_call(FILE *file, const struct words *words, size_t repeat)
{
    fputs(" --call=", file);
    write_word(file, words->text[repeat + 3], words->size[repeat + 3]);
    if (!word_is(words, repeat + 1, "20")) {
        fputs(" --repeat=", file);
        write_word(file, words->text[repeat + 1], words->size[repeat + 1]);
    }
    if (!word_is(words, repeat + 2, "3")) {
        fputs(" --warm-up=", file);
        write_word(file, words->text[repeat + 2], words->size[repeat + 2]);
    }
}

/* What was run, and the text that is made of it. */
struct command {
    struct words words;
    FILE *file;
    char *text;
    size_t size;
};

/* NULL: it is not known whole. */
static struct command *
begin(const struct ledger *ledger)
{
    struct command *command;

    if (!is_complete(ledger)) {
        return NULL;
    }
    command = (struct command *)memory_zeroed(1, sizeof *command);
    command->file = open_memstream(&command->text, &command->size);
    if (command->file == NULL) {
        free(command);
        return NULL;
    }
    split(ledger, ledger->header->command, &command->words);
    return command;
}

static char *
end(struct command *command)
{
    char *text;

    fclose(command->file);
    text = command->text;
    free(command);
    return text;
}

static char *
run_again(const struct ledger *ledger, const char *option, const char *setting,
          const char *value)
{
    struct command *command = begin(ledger);
    size_t repeat;

    if (command == NULL) {
        return NULL;
    }
    repeat = find_repeat(&command->words);
    fprintf(command->file, "reftally run%s", option);
    write_settings(command->file, ledger, setting);
    if (setting != NULL) {
        write_option(command->file, setting, strlen(setting), value,
                     strlen(value));
    }
    if (repeat < command->words.count) {
        write_call(command->file, &command->words, repeat);
    }
    fputs(" -- ", command->file);
    write_program(command->file, &command->words, repeat);
    return end(command);
}

char *
next_command_again(const struct ledger *ledger, const char *setting,
                   const char *value)
{
    return run_again(ledger, "", setting, value);
}

/* The second time the dead are kept, or suspects are named. */
static bool
is_second_run(const struct ledger *ledger)
{
    char *suspects = ledger_setting(ledger, "REFTALLY_SUSPECTS");
    char *kept = ledger_setting(ledger, "REFTALLY_QUARANTINE");
    bool is = (suspects != NULL && suspects[0] != '\0') ||
              (kept != NULL && strcmp(kept, "0") != 0);

    free(suspects);
    free(kept);
    return is;
}

char *
next_command_confirm(const struct ledger *ledger)
{
    return is_second_run(ledger) ? NULL
                                 : run_again(ledger, " --confirm", NULL, NULL);
}

char *
next_command_plain(const struct ledger *ledger)
{
    struct command *command = begin(ledger);

    if (command == NULL) {
        return NULL;
    }
    write_program(command->file, &command->words, command->words.count);
    return end(command);
}

char *
next_command_call(const struct ledger *ledger)
{
    struct command *command = begin(ledger);
    size_t repeat;

    if (command == NULL) {
        return NULL;
    }
    repeat = find_repeat(&command->words);
    if (repeat == command->words.count) {
        free(end(command));
        return NULL;
    }
    fputs("reftally run", command->file);
    write_call(command->file, &command->words, repeat);
    fputs(" -- ", command->file);
    write_program(command->file, &command->words, repeat);
    return end(command);
}

char *
next_command_about(const char *command, const char *word)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    if (file == NULL) {
        return NULL;
    }
    fprintf(file, "reftally %s ", command);
    write_word(file, word, strlen(word));
    fclose(file);
    return text;
}

uint64_t
next_command_calls(const struct ledger *ledger, char **name)
{
    struct words *words = (struct words *)memory_zeroed(1, sizeof *words);
    uint64_t calls = 0;
    size_t repeat;

    split(ledger, ledger->header->command, words);
    repeat = find_repeat(words);
    if (repeat < words->count) {
        calls = number_at(words, repeat + 1);
        *name =
            text_printable(words->text[repeat + 3], words->size[repeat + 3]);
    }
    free(words);
    return calls;
}

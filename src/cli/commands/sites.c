#include "cli/commands/commands.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sites/file_sites.h"
#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/compare/coverage.h"
#include "report/text/text.h"
#include "report/text/values.h"
#include "report/text/words.h"

static void
print_help(void)
{
    puts("Usage: reftally sites [OPTION]... ELF...\n"
         "Says what the library can instrument in executables and shared "
         "objects, what\nnot, and why. A site is an instruction that may "
         "change a reference count, as\nCPython 3.9 to 3.15 keeps it. The "
         "files are read, never loaded or executed.\n\n"
         "  --python=VERSION  of a module whose name does not tell, as 3.12\n"
         "                    (default: the latest, which has all shapes)\n"
         "  --json            print one JSON document, reftally-sites/1\n"
         "  --help            print this\n\n"
         "Exit status: 0 fine, 2 usage, 3 some file could not be looked at.");
}

/* ---- text ---- */

static void
print_counts(const char *title, const uint32_t *counts, uint32_t count,
             const char *(*word)(uint32_t))
{
    const char *separator = "";
    char number[TEXT_NUMBER_BYTES];

    printf("  %-11s ", title);
    for (uint32_t i = 0; i < count; i++) {
        if (counts[i] > 0) {
            printf("%s%s %s", separator, text_number(number, counts[i]),
                   word(i));
            separator = ", ";
        }
    }
    puts(separator[0] == '\0' ? "none" : "");
}

static void
print_left_alone(const struct file_sites *file)
{
    for (uint32_t i = 0; i < file->left_alone_count; i++) {
        const struct left_site *site = &file->left_alone[i];

        printf("    0x%08" PRIx32 "  %-14s  %s", site->offset,
               operation_word(site->operation),
               leave_reason_word(site->reason));
        if (site->function != NULL) {
            fputs("  in ", stdout);
            words_foreign(stdout, site->function);
        }
        putchar('\n');
    }
}

static void
print_file(const struct file_sites *file)
{
    char first[TEXT_NUMBER_BYTES], second[TEXT_NUMBER_BYTES];
    char third[TEXT_NUMBER_BYTES];
    char *path = text_printable(file->path, strlen(file->path));

    printf("%s\n", path);
    free(path);
    printf("  %-11s %s\n", "build-id",
           file->build_id[0] != '\0' ? file->build_id : "none");
    printf("  %-11s %s\n", "CPython",
           file->python.interpreter                   ? "the interpreter"
           : image_refers_to_python(&file->elf.image) ? "refers to it"
                                                      : "does not refer to it");
    if (file->python.layout != NULL) {
        printf("  %-11s as CPython %s keeps them\n", "counts",
               file->python.layout->version);
    }
    printf("  %-11s %s bytes in %s functions\n", "code",
           text_number(first, (int64_t)file->elf.code_bytes),
           text_number(second, (int64_t)file->elf.functions));
    if (file->python.refused != NULL) {
        printf("  %-11s the whole file: %s\n", "left alone",
               file->python.refused);
        return;
    }
    printf("  %-11s %s: %s can be patched, %s left alone\n", "sites",
           text_number(first, file->sites), text_number(second, file->patched),
           text_number(third, file->left_alone_count));
    print_counts("operations", file->by_operation, SITES_OPERATIONS,
                 operation_word);
    print_counts("tactics", file->by_tactic, SITES_TACTICS, tactic_word);
    for (unsigned i = 0; i < file->watched_count; i++) {
        const struct watched *watched = &file->watched[i];

        printf("  %-11s 0x%08" PRIx64 "  %s%s\n", i == 0 ? "watched" : "",
               watched->offset, watched->name,
               watched->patched ? "" : ": cannot be patched");
    }
    print_counts("left alone", file->by_reason, LEDGER_LEAVE_REASONS,
                 leave_reason_word);
    print_left_alone(file);
}

/* ---- the command ---- */

struct request {
    const struct python_layout *wanted; /* NULL: the latest */
    bool as_json;
};

static bool
print_json(json_t *files)
{
    json_t *document = json_object();

    json_object_set_new(document, "schema", json_string("reftally-sites/1"));
    json_object_set_new(document, "files", files);
    return values_write(stdout, document);
}

static int
show_files(char **paths, const struct request *request)
{
    json_t *files = json_array();
    int status = EXIT_CLEAN;
    bool printed = true;

    for (; *paths != NULL; paths++) {
        struct file_sites file;
        struct error error;

        if (!file_sites_open(&file, *paths, request->wanted, &error)) {
            status = complain(EXIT_UNREADABLE, "%s", error.text);
            continue;
        }
        if (request->as_json) {
            json_array_append_new(files, file_sites_json(&file));
        }
        else {
            print_file(&file);
        }
        file_sites_close(&file);
    }
    if (request->as_json) {
        printed = print_json(files);
    }
    else {
        json_decref(files);
    }
    return printed ? flush_output(status)
                   : complain(EXIT_UNREADABLE, "cannot write standard output");
}

static int
take_option(void *context, int option, const char *value)
{
    struct request *request = context;

    if (option == 'j') {
        request->as_json = true;
        return EXIT_CLEAN;
    }
    request->wanted = elf_python_version(value);
    return request->wanted != NULL
               ? EXIT_CLEAN
               : complain_usage("sites", "--python takes 3.9 to 3.15");
}

int
command_sites(int argc, char **argv)
{
    static const struct option options[] = {
        { "help", no_argument, NULL, 'h' },
        { "json", no_argument, NULL, 'j' },
        { "python", required_argument, NULL, 'p' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "sites",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .least = 1,
        .most = -1,
        .wants = "takes at least one ELF file",
    };
    struct request request = { 0 };
    int status;

    return command_line_read(&line, argc, argv, &request, &status)
               ? show_files(argv + optind, &request)
               : status;
}

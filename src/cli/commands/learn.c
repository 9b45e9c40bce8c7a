#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/text/command_line.h"
#include "cli/text/complain.h"
#include "report/blame/analysis.h"
#include "report/evidence/learned.h"
#include "report/input/ledger_load.h"
#include "report/text/words.h"

static void
print_help(void)
{
    puts("Usage: reftally learn [--keep] LEDGER...\n"
         "Prints what the balanced lives of ledgers teach about where "
         "references\nsettle, for scripts/learn.\n\n"
         "  --keep  adds it to what is known on this machine instead, unless "
         "there\n"
         "          are findings: only programs without leaks are to be "
         "learned from\n"
         "  --help  print this");
}

static size_t
count_findings(const struct ledger *ledger, const char *path)
{
    struct report report;
    size_t count;

    analysis_build(&report, ledger,
                   &(struct analysis){ .path = path, .names = true });
    count = report.end == END_FINISHED ? report.finding_count : 1;
    report_clear(&report);
    return count;
}

static int
keep(const struct ledger *ledger, const char *name)
{
    char *path = learned_path(ledger), *text = NULL;
    size_t size = 0, rows;
    FILE *file;
    struct error error;
    int status = EXIT_CLEAN;

    if (path == NULL) {
        return complain(EXIT_USAGE, "REFTALLY_CACHE=none leaves no place to "
                                    "keep anything: name a directory");
    }
    if (count_findings(ledger, name) > 0) {
        free(path);
        return complain(EXIT_FINDINGS,
                        "%s has findings, or was cut short: nothing is learned "
                        "from it",
                        name);
    }
    file = open_memstream(&text, &size);
    if (file != NULL) {
        analysis_learn(file, ledger);
        fclose(file);
        if (learned_keep(path, text, &rows, &error)) {
            words_foreign(stdout, path);
            printf(": %zu rows\n", rows);
        }
        else {
            status = complain(EXIT_UNREADABLE, "%s", error.text);
        }
    }
    free(text);
    free(path);
    return status;
}

static int
learn(char **ledgers, bool keeping)
{
    int status = EXIT_CLEAN;

    for (; *ledgers != NULL && status <= EXIT_FINDINGS; ledgers++) {
        struct ledger ledger;
        struct error error;
        int one = EXIT_CLEAN;

        if (!ledger_load(&ledger, *ledgers, &error)) {
            return complain(EXIT_UNREADABLE, "%s", error.text);
        }
        if (keeping) {
            one = keep(&ledger, *ledgers);
        }
        else {
            analysis_learn(stdout, &ledger);
        }
        ledger_close(&ledger);
        status = one > status ? one : status;
    }
    return flush_output(status);
}

static int
take_option(void *request, int option, const char *value)
{
    bool *keeping = request;

    (void)option;
    (void)value;
    *keeping = true;
    return EXIT_CLEAN;
}

int
command_learn(int argc, char **argv)
{
    static const struct option options[] = {
        { "help", no_argument, NULL, 'h' },
        { "keep", no_argument, NULL, 'k' },
        { 0 },
    };
    static const struct command_line line = {
        .name = "learn",
        .print_help = print_help,
        .options = options,
        .take = take_option,
        .least = 1,
        .most = -1,
        .wants = "takes a ledger",
    };
    bool keeping = false;
    int status;

    return command_line_read(&line, argc, argv, &keeping, &status)
               ? learn(argv + optind, keeping)
               : status;
}

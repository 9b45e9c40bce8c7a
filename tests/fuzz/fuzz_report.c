/*
 * fuzz_report - reads, dumps and reports whatever it is given.
 *
 *     fuzz_report FILE...          each file is a packed ledger (packed.h)
 *     fuzz_report --pack LEDGER    prints the packed form of a ledger
 *
 * Built by afl-clang-fast it is a persistent target; tests/fuzz/fuzz does that.
 * Nothing may crash or hang.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "packed.h"
#include "report/blame/analysis.h"
#include "report/compare/difference.h"
#include "report/input/dump.h"
#include "report/input/ledger_load.h"
#include "report/render/render.h"

enum { INPUT_MAX = 1 << 20 };

/* One ledger, all the way. Returns whether it could be read. */
static bool
run_one(const uint8_t *bytes, size_t size, int fd, FILE *sink)
{
    struct ledger ledger;
    struct report report;
    struct livings livings;
    struct error error;
    char path[64];

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (!packed_expand(bytes, size, fd) ||
        !ledger_load(&ledger, path, &error)) {
        return false;
    }
    dump_write(sink, &ledger);
    analysis_build(&report, &ledger, path, false, NULL);
    report.explain = true;
    render_text(sink, &report);
    render_json(sink, &report);
    render_collapsed(sink, &report);
    render_pprof(sink, &report);
    render_html(sink, &report);
    render_sarif(sink, &report);
    render_junit(sink, &report);
    livings_build(&livings, &report);
    livings_clear(&livings);
    report_clear(&report);
    ledger_close(&ledger);
    rewind(sink);
    return true;
}

static size_t
read_file(const char *path, uint8_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0;

    if (file == NULL) {
        perror(path);
        exit(2);
    }
    size = fread(bytes, 1, INPUT_MAX, file);
    fclose(file);
    return size;
}

#ifdef __AFL_HAVE_MANUAL_CONTROL
__AFL_FUZZ_INIT();

static void
run_under_afl(int fd, FILE *sink)
{
    unsigned char *bytes;

    __AFL_INIT();
    bytes = __AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(2000)) {
        run_one(bytes, (size_t)__AFL_FUZZ_TESTCASE_LEN, fd, sink);
    }
}
#endif

int
main(int argc, char **argv)
{
    static uint8_t bytes[INPUT_MAX];
    int fd = memfd_create("ledger", MFD_CLOEXEC);
    FILE *sink = fdopen(memfd_create("sink", MFD_CLOEXEC), "w");
    int readable = 0;

    if (fd < 0 || sink == NULL) {
        perror("memfd_create");
        return 2;
    }
    if (argc == 3 && strcmp(argv[1], "--pack") == 0) {
        return packed_write(argv[2]) ? 0 : 2;
    }
#ifdef __AFL_HAVE_MANUAL_CONTROL
    if (argc == 1) {
        run_under_afl(fd, sink);
        return 0;
    }
#endif
    for (int i = 1; i < argc; i++) {
        readable += run_one(bytes, read_file(argv[i], bytes), fd, sink);
    }
    printf("%d files, %d of them readable\n", argc - 1, readable);
    fclose(sink);
    close(fd);
    return argc > 1 ? 0 : 2;
}

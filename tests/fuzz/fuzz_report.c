/*
 * fuzz_report - reads, dumps and reports whatever it is given.
 *
 *     fuzz_report FILE...             each file is a packed ledger (packed.h)
 *     fuzz_report --pack LEDGER       prints the packed form of a ledger
 *     fuzz_report --unpack FILE LEDGER
 *
 * Runs in tests/fuzz/images, where the code is that ledgers speak of. Built by
 * afl-clang-fast it is a persistent target; tests/fuzz/fuzz does that. Nothing
 * may crash or hang.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "packed.h"
#include "report/blame/analysis.h"
#include "report/compare/difference.h"
#include "report/input/dump.h"
#include "report/input/ledger_load.h"
#include "report/render/render.h"
#include "report/text/memory.h"

/* No image is looked for anywhere else, whatever the fuzzer makes up. */
static bool
images_are_here(const struct ledger *ledger)
{
    static const char here[] = "/proc/self/cwd/";

    for (uint64_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        uint32_t length;
        const char *path = ledger_text(
            ledger, ledger_image_at(ledger, (uint32_t)i)->path, &length);

        if (path != NULL && path[0] == '/' &&
            (length < sizeof here || memcmp(path, here, sizeof here - 1) != 0 ||
             memchr(path + sizeof here - 1, '/', length - sizeof here + 1) !=
                 NULL)) {
            return false;
        }
    }
    return true;
}

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
    analysis_build(&report, &ledger,
                   &(struct analysis){
                       .path = path,
                       .names = images_are_here(&ledger),
                   });
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

/* All of it, to be freed. */
static uint8_t *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    uint8_t *bytes;

    if (file == NULL || fstat(fileno(file), &status) != 0) {
        perror(path);
        exit(2);
    }
    bytes = (uint8_t *)memory_zeroed((size_t)status.st_size + 1, 1);
    *size = fread(bytes, 1, (size_t)status.st_size, file);
    fclose(file);
    return bytes;
}

static bool
unpack(const char *from, const char *to)
{
    int fd = open(to, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t size;
    uint8_t *bytes = read_file(from, &size);
    bool done = fd >= 0 && packed_expand(bytes, size, fd);

    free(bytes);
    return fd >= 0 && close(fd) == 0 && done;
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
    if (argc == 4 && strcmp(argv[1], "--unpack") == 0) {
        return unpack(argv[2], argv[3]) ? 0 : 2;
    }
    unsetenv("DEBUGINFOD_URLS"); /* nothing is asked of anybody */
#ifdef __AFL_HAVE_MANUAL_CONTROL
    if (argc == 1) {
        run_under_afl(fd, sink);
        return 0;
    }
#endif
    for (int i = 1; i < argc; i++) {
        size_t size;
        uint8_t *bytes = read_file(argv[i], &size);

        readable += run_one(bytes, size, fd, sink);
        free(bytes);
    }
    printf("%d files, %d of them readable\n", argc - 1, readable);
    fclose(sink);
    close(fd);
    return argc > 1 ? 0 : 2;
}

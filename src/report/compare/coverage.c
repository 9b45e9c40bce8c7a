#include "report/compare/coverage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/evidence/code/function_code.h"
#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/text.h"
#include "report/text/words.h"

static void
lines_add(struct lines *lines, char *line)
{
    lines->items =
        (char **)memory_room(lines->items, lines->count, sizeof *lines->items);
    lines->items[lines->count++] = line;
}

void
lines_clear(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        free(lines->items[i]);
    }
    free(lines->items);
}

static uint64_t
miss_size(const struct ledger *ledger, uint32_t index)
{
    int64_t delta = ledger_miss_at(ledger, index)->delta;

    return delta < 0 ? -(uint64_t)delta : (uint64_t)delta;
}

static void
find_misses(struct coverage *coverage, const struct ledger *ledger)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_MISSES); i++) {
        size_t at = coverage->miss_count;

        while (at > 0 && miss_size(ledger, i) >
                             miss_size(ledger, coverage->misses[at - 1])) {
            if (at < MISSES_SHOWN_MAX) {
                coverage->misses[at] = coverage->misses[at - 1];
            }
            at--;
        }
        if (at < MISSES_SHOWN_MAX) {
            coverage->misses[at] = i;
            if (coverage->miss_count < MISSES_SHOWN_MAX) {
                coverage->miss_count++;
            }
        }
    }
}

/* `wanted` is a whole name, or the part behind the last dot. */
static bool
type_was_seen(const struct ledger *ledger, const char *wanted, size_t length)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_TYPES); i++) {
        const struct ledger_type *type = ledger_type_at(ledger, i);
        uint32_t size;
        const char *name = ledger_text(ledger, type->name, &size);

        if ((type->births == 0 && type->changes == 0) || name == NULL ||
            size < length ||
            memcmp(name + size - length, wanted, length) != 0) {
            continue;
        }
        if (size == length || name[size - length - 1] == '.') {
            return true;
        }
    }
    return false;
}

/* Words of REFTALLY_TRACK that are no type names. */
static bool
is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

/* One word of a list, without spaces around it; moves on to the next. */
static const char *
next_word(const char **list, const char *end, size_t *size)
{
    const char *word = *list;
    const char *comma = (const char *)memchr(word, ',', (size_t)(end - word));

    *size = (size_t)((comma != NULL ? comma : end) - word);
    *list = comma != NULL ? comma + 1 : end;
    while (*size > 0 && *word == ' ') {
        word++;
        --*size;
    }
    while (*size > 0 && word[*size - 1] == ' ') {
        --*size;
    }
    return word;
}

size_t
coverage_unseen(const struct ledger *ledger, struct lines *unseen)
{
    uint32_t length;
    const char *track = ledger_text(ledger, ledger->header->track, &length);
    const char *end = track != NULL ? track + length : NULL;
    size_t asked = 0;

    if (track == NULL || is_word(track, length, "none")) {
        return 0;
    }
    while (track < end) {
        size_t size;
        const char *word = next_word(&track, end, &size);

        if (size == 0 || is_word(word, size, "static") ||
            is_word(word, size, "all")) {
            continue;
        }
        asked++;
        if (!type_was_seen(ledger, word, size)) {
            lines_add(unseen, text_printable(word, size));
        }
    }
    return asked;
}

static bool
tracks(const struct ledger *ledger, const char *wanted)
{
    uint32_t length;
    const char *track = ledger_text(ledger, ledger->header->track, &length);
    const char *end = track != NULL ? track + length : NULL;

    while (track != NULL && track < end) {
        size_t size;
        const char *word = next_word(&track, end, &size);

        if (is_word(word, size, wanted)) {
            return true;
        }
    }
    return false;
}

bool
coverage_tracks_static(const struct ledger *ledger)
{
    return tracks(ledger, "static");
}

bool
coverage_saw_no_type(const struct ledger *ledger)
{
    struct lines unseen = { 0 };
    size_t asked = coverage_unseen(ledger, &unseen);
    bool none = asked > 0 && unseen.count == asked && !tracks(ledger, "all") &&
                ledger->header->changes_seen == 0;

    lines_clear(&unseen);
    return none;
}

/* "python3.11" and "libpython3.11.so.1.0" come from python3.11. */
static char *
debug_package(const char *name)
{
    const char *python = strstr(name, "python3.");
    size_t digits;

    if (python == NULL) {
        return memory_text("its -dbgsym package");
    }
    digits = strspn(python + strlen("python3."), "0123456789");
    return memory_format("python3.%.*s-dbg", (int)digits,
                         python + strlen("python3."));
}

static void
add_hint(struct coverage *coverage, const struct report *report, uint32_t image)
{
    const char *name = symbols_image_name(report->inputs.symbols, image);
    char *package;

    switch (symbols_image_names(report->inputs.symbols, image)) {
    case IMAGE_NAMES_EXPORTED:
    case IMAGE_NAMES_SYMBOLS:
        package = debug_package(name);
        lines_add(&coverage->hints,
                  memory_format("%s has no debug information, so functions "
                                "or lines are missing: install it (Debian: "
                                "%s), build with -g, or set DEBUGINFOD_URLS",
                                name, package));
        free(package);
        break;
    case IMAGE_NAMES_MISSING:
        lines_add(&coverage->hints,
                  memory_format("%s cannot be read any more: no names from "
                                "it",
                                name));
        break;
    case IMAGE_NAMES_CHANGED:
        lines_add(&coverage->hints,
                  memory_format("%s has changed since the recording: no "
                                "names from it",
                                name));
        break;
    default:
        break;
    }
}

/* Only for images that stand in the findings. */
static void
find_hints(struct coverage *coverage, const struct report *report)
{
    uint32_t images = ledger_used(report->inputs.ledger, LEDGER_IMAGES);
    bool *hinted = (bool *)memory_zeroed(images, sizeof *hinted);
    struct stack stack = { 0 };

    for (size_t f = 0; f < report->finding_count; f++) {
        const struct finding *finding = &report->findings[f];

        for (size_t s = 0; s < finding->site_count; s++) {
            stacks_fill(report->inputs.stacks, finding->sites[s].tag, &stack);
            for (size_t i = 0; i < stack.relevant; i++) {
                uint32_t image = stack.frames[i].place->image;

                if (image != 0 && !hinted[image]) {
                    hinted[image] = true;
                    add_hint(coverage, report, image);
                }
            }
        }
    }
    stack_clear(&stack);
    free(hinted);
}

/*
 * What a loop at the program's top level keeps may be its data or a leak: where
 * it is much, that no finding tells of it is to be known.
 */
static void
add_loop_hint(struct coverage *coverage, const struct report *report)
{
    enum { OBJECTS_MIN = 10000 };
    const struct kept_by_loop *kept = &report->kept_by_loop;
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_python_node *node =
        ledger_python_node_at(ledger, kept->python);
    char number[TEXT_NUMBER_BYTES];
    char *file, *type;
    bool top = node->parent == 0;

    if (kept->objects < OBJECTS_MIN) {
        return;
    }
    file =
        ledger_printable(ledger, ledger_code_at(ledger, node->code)->filename);
    type = ledger_printable(ledger, ledger_type_at(ledger, kept->type)->name);
    lines_add(
        &coverage->hints,
        memory_format("%s:%" PRIu32 " keeps %s %s objects, made in a loop "
                      "%s: they are taken for "
                      "the program's data; if they are not, %s",
                      file != NULL ? words_last_part(file) : "?", node->line,
                      text_number(number, (int64_t)kept->objects),
                      type != NULL ? type : "?",
                      top ? "at the top level" : "of a function called once",
                      top ? "make them in a function or ask for checkpoints"
                          : "ask for checkpoints"));
    free(file);
    free(type);
}

static void
add_unread_hint(struct coverage *coverage, const struct report *report)
{
    if (report->inputs.code->left_out) {
        lines_add(&coverage->hints,
                  memory_text("the modules have more code than is read to find "
                              "who gives away a reference too often, so that "
                              "nobody may be suspected of it who does: "
                              "`reftally run --confirm' with the same program "
                              "watches instead"));
    }
}

/* A pool's workers are processes of their own. */
static void
add_fork_hint(struct coverage *coverage, const struct report *report)
{
    uint32_t forked = report->inputs.ledger->header->forked;
    char number[TEXT_NUMBER_BYTES];

    if (forked > 0) {
        lines_add(&coverage->hints,
                  memory_format(
                      "%s process%s that it forked %s not recorded: "
                      "`reftally run --follow=1' records those that go on in "
                      "Python",
                      text_number(number, forked), forked == 1 ? "" : "es",
                      forked == 1 ? "was" : "were"));
    }
}

uint64_t
coverage_counted_alive(const struct ledger *ledger)
{
    uint64_t used = ledger_used(ledger, LEDGER_COUNTED), alive = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_KINDS); i++) {
        alive += ledger_kind_at(ledger, i)->alive -
                 ledger_kind_at(ledger, i)->accounts;
    }
    if (alive > 0) {
        return alive;
    }

    return (used == 0 ? 0 : used - 1) + ledger->header->counted_dropped;
}

void
coverage_build(struct coverage *coverage, const struct report *report)
{
    memset(coverage, 0, sizeof *coverage);
    find_misses(coverage, report->inputs.ledger);
    coverage_unseen(report->inputs.ledger, &coverage->unseen_types);
    coverage->tracks_static = coverage_tracks_static(report->inputs.ledger);
    find_hints(coverage, report);
    add_loop_hint(coverage, report);
    add_unread_hint(coverage, report);
    add_fork_hint(coverage, report);
}

void
coverage_clear(struct coverage *coverage)
{
    lines_clear(&coverage->unseen_types);
    lines_clear(&coverage->hints);
}

double
coverage_share(const struct ledger_header *header)
{
    double seen = (double)header->changes_seen;
    double all =
        seen + (double)header->changes_missed + (double)header->outside;

    return all > 0 ? seen / all : 1;
}

const char *
leave_reason_word(uint32_t reason)
{
    switch (reason) {
    case LEDGER_LEAVE_NO_ROOM:
        return "no room";
    case LEDGER_LEAVE_TARGET:
        return "jumped into";
    case LEDGER_LEAVE_UNDECODABLE:
        return "cannot be moved";
    case LEDGER_LEAVE_NO_REGISTER:
        return "no register";
    case LEDGER_LEAVE_STACK:
        return "uses the stack pointer";
    case LEDGER_LEAVE_CHANGED:
        return "changed in memory";
    default:
        return NULL;
    }
}

const char *
image_names_word(enum image_names names)
{
    static const char *const words[] = { NULL,       "lines", "functions",
                                         "exported", "off",   "missing",
                                         "changed" };

    return words[names];
}

char *
python_version(uint32_t hexversion)
{
    unsigned major = hexversion >> 24, minor = hexversion >> 16 & 0xff;
    unsigned micro = hexversion >> 8 & 0xff, level = hexversion >> 4 & 0xf;
    const char *word = level == 0xa   ? "a"
                       : level == 0xb ? "b"
                       : level == 0xc ? "rc"
                                      : NULL;

    if (hexversion == 0) {
        return NULL;
    }
    if (word == NULL) {
        return memory_format("%u.%u.%u", major, minor, micro);
    }
    return memory_format("%u.%u.%u%s%u", major, minor, micro, word,
                         hexversion & 0xf);
}
